"""What is configured: files and variables, read into the models that `spec/configuration.yaml` gives.

`keys` knows what can be set, `files` and `variables` where it is said, `trust` what a project may say, `layers` how all
that becomes plain values with the place of each, `mistakes` how it is told what is wrong, `loading` puts them together.
"""
