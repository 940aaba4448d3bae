"""Tools, one module each.

Generated from spec/contracts/corpus/tools/; do not edit.
"""
