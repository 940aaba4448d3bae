"""The stores: one folder for each database, and the parts that do not depend on a database."""
