"""Resources, one module each.

Generated from spec/contracts/toc/resources/; do not edit.
"""
