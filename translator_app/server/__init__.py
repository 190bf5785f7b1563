"""Local HTTP API: loopback only, off by default."""
