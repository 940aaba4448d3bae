-- A database for several servers, with three roles: the owner of the tables, the servers, and readers such as dashboards.
-- Run once by an administrator: psql --file deploy/roles.sql postgresql://postgres@db.example.com/postgres
-- Then give each role a password, or another way to log in: \password pro_context_writer
CREATE ROLE pro_context_owner LOGIN;
CREATE ROLE pro_context_writer LOGIN;
CREATE ROLE pro_context_reader LOGIN;
CREATE DATABASE pro_context;
\connect pro_context
CREATE SCHEMA pro_context AUTHORIZATION pro_context_owner;
GRANT USAGE ON SCHEMA pro_context TO pro_context_writer, pro_context_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE pro_context_owner IN SCHEMA pro_context
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO pro_context_writer;
ALTER DEFAULT PRIVILEGES FOR ROLE pro_context_owner IN SCHEMA pro_context
    GRANT SELECT ON TABLES TO pro_context_reader;
