"""Resources, one module each.

Generated from spec/contracts/full/resources/; do not edit.
"""
