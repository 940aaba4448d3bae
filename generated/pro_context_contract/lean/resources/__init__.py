"""Resources, one module each.

Generated from spec/contracts/lean/resources/; do not edit.
"""
