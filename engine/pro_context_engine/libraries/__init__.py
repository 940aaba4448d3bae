"""The known libraries and versions, those of the project, and the owner of each address."""
