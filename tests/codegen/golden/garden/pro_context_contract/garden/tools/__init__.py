"""Tools, one module each.

Generated from spec/contracts/garden/tools/; do not edit.
"""
