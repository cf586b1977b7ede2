-- Names and texts as they are.
CREATE TEMP MACRO hidden(name) AS name;
CREATE TEMP MACRO known_id(name) AS name;
CREATE TEMP MACRO known_word(name) AS name;
CREATE TEMP MACRO left_out(content) AS content;
