"""How good are a pack's translations of a test set, beside other systems and beside a report of before."""
