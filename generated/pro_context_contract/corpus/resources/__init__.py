"""Resources, one module each.

Generated from spec/contracts/corpus/resources/; do not edit.
"""
