"""The check of Python code by the syntax of the packages that it imports.

`syntax` reads texts, `values` evaluates expressions, `members` looks names up; the modules beside them are the checks.
"""
