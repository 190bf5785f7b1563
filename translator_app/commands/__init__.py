"""Sub-commands of the command line, one module each; heavy imports happen inside `run`."""
