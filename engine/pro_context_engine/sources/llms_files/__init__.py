"""The two forms of llms.txt: a list of links, and all documentation as one text."""
