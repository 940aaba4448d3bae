"""Tools, one module each.

Generated from spec/contracts/full/tools/; do not edit.
"""
