"""The toc contract.

Generated from spec/contracts/toc/; do not edit.
"""
