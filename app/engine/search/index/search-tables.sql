-- The search index: which words are in which passages. Everything in it is derived from the store.

CREATE TABLE state (
  key    TEXT PRIMARY KEY,
  value  TEXT NOT NULL
) WITHOUT ROWID;

-- The commits whose texts are in the index. `state` says which rows of the tables it was made from.
CREATE TABLE commits (
  number         INTEGER PRIMARY KEY,
  commit_id      TEXT NOT NULL UNIQUE,
  state          TEXT NOT NULL,
  session_id     TEXT NOT NULL,
  artifact_hash  TEXT NOT NULL,
  format         TEXT NOT NULL,
  records        INTEGER NOT NULL
);
CREATE INDEX commits_by_session ON commits (session_id);

-- Passages, newest last. A passage is part of one commit; that of a title has no commit. `pieces` says which texts it is made of.
CREATE TABLE passages (
  id          INTEGER PRIMARY KEY,
  number      INTEGER,
  session_id  TEXT NOT NULL,
  turn        TEXT NOT NULL,
  at          INTEGER,
  pieces      TEXT NOT NULL
);
CREATE INDEX passages_by_commit ON passages (number);

-- Tools and files by the numbers that pieces have, and the months that passages are marked with.
CREATE TABLE names (
  number  INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL,
  name    TEXT NOT NULL,
  UNIQUE (kind, name)
);

CREATE TABLE titles (
  session_id  TEXT PRIMARY KEY,
  title       TEXT NOT NULL,
  passage     INTEGER NOT NULL
) WITHOUT ROWID;

-- What people, models and the client said, with the positions of the words.
CREATE VIRTUAL TABLE said USING fts5 (
  title, prompt, response, thinking, call, injected,
  content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- Every word of a passage once, those of outputs and the parts of names included: which passages contain all words of a search.
-- Marks of the tools, files, months and failures in it stand beside the words.
CREATE VIRTUAL TABLE bags USING fts5 (
  words,
  content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);
