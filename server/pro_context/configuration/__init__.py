"""The configuration: files, variables and options, read into the models generated from `spec/configuration.yaml`.

`configuration_keys` has the keys of the schema; `configuration_files` and `variables` read values; `trust` has the
restrictions on a project's file; `layers` makes plain values, each with its place; `mistakes` words the errors;
`loading` reads the options of the command line, and puts the layers together.
"""
