"""Tools, one module each.

Generated from spec/contracts/lean/tools/; do not edit.
"""
