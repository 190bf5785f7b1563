"""Measuring: speed beside other programs, steadiness over time, the slowest sentences, growth with length.

`worker` and `prepare` are run as plain scripts in the peers' own environments and import nothing of this package.
"""
