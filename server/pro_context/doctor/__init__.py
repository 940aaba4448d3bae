"""The checks of `pro-context doctor`: each looks for one kind of fault, changes nothing, and suggests a correction."""
