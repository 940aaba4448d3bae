"""Resources, one module each.

Generated from spec/contracts/garden/resources/; do not edit.
"""
