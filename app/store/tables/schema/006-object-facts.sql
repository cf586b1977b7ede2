CREATE TABLE object_sessions (
  session_id    VARCHAR NOT NULL,
  systems_mark  VARCHAR NOT NULL,
  others_mark   VARCHAR NOT NULL
);
COMMENT ON TABLE object_sessions IS 'Sessions whose facts about objects are computed. Rows of other object tables for sessions that are not in it are stale: ignore them. strata sql "FROM object_versions LIMIT 1" computes all; without it, another program sees only the sessions listed here. One row per session.';
COMMENT ON COLUMN object_sessions.session_id IS 'Session as in sessions.';
COMMENT ON COLUMN object_sessions.systems_mark IS 'Fingerprint of the file systems and rules that decided the ids of its objects.';
COMMENT ON COLUMN object_sessions.others_mark IS 'Fingerprint of the changes that other sessions made to its objects meanwhile.';

CREATE TABLE object_steps (
  session_id   VARCHAR NOT NULL,
  commit_id    VARCHAR NOT NULL,
  source_id    VARCHAR NOT NULL,
  line         BIGINT  NOT NULL,
  ordinal      INTEGER NOT NULL,
  occurred_at  TIMESTAMPTZ,
  step         VARCHAR NOT NULL,
  path         VARCHAR,
  to_path      VARCHAR,
  object_id    VARCHAR,
  effect       VARCHAR,
  source_hash  VARCHAR
);
COMMENT ON TABLE object_steps IS 'What records say about files: contents that were shown, written or edited, deletions, moves, and commands that may have changed files. Fact table, filled on demand: see object_sessions. One row per step.';
COMMENT ON COLUMN object_steps.session_id IS 'Session of the record.';
COMMENT ON COLUMN object_steps.commit_id IS 'Commit of the record.';
COMMENT ON COLUMN object_steps.source_id IS 'File that contains the record; for a captured agent, the commit.';
COMMENT ON COLUMN object_steps.line IS 'Line of the record, as in records; for a captured agent, the number of the event in its commit.';
COMMENT ON COLUMN object_steps.ordinal IS 'Place among the steps of the record, from 0.';
COMMENT ON COLUMN object_steps.occurred_at IS 'Time of the record; null when it has none.';
COMMENT ON COLUMN object_steps.step IS 'whole or part: that much of the content was shown; written: it was replaced; edited: texts in it were replaced; sought: a change failed, because a text was not in it, or at several places; bytes: it was shown and is no text; gone: the file was not there; absent: the client noted that there was no file; moved; copied; ran: something ran that may have changed files.';
COMMENT ON COLUMN object_steps.path IS 'File, as the transcript names it; null for ran.';
COMMENT ON COLUMN object_steps.to_path IS 'New path of a file that was moved or copied; null for others.';
COMMENT ON COLUMN object_steps.object_id IS 'Object of the path, as in objects; null when the path is not absolute, and for ran.';
COMMENT ON COLUMN object_steps.effect IS 'For ran, which files may have been changed: JSON with kind any, or kind paths and the paths; null for others.';
COMMENT ON COLUMN object_steps.source_hash IS 'For bytes, their SHA-256; null when they are not recorded as they are, and for others.';

CREATE TABLE objects (
  object_id      VARCHAR NOT NULL,
  type           VARCHAR NOT NULL,
  filesystem_id  VARCHAR NOT NULL,
  path           VARCHAR NOT NULL
);
COMMENT ON TABLE objects IS 'Files that agents read or changed; the same file in several sessions is one object. Fact table, filled on demand: see object_sessions. One row per object.';
COMMENT ON COLUMN objects.object_id IS 'SHA-256 of type and source, as in docs/objects.md.';
COMMENT ON COLUMN objects.type IS 'file.';
COMMENT ON COLUMN objects.filesystem_id IS 'File system, as strata filesystem list shows it.';
COMMENT ON COLUMN objects.path IS 'Absolute path on that file system.';

CREATE TABLE record_versions (
  session_id       VARCHAR NOT NULL,
  commit_id        VARCHAR NOT NULL,
  source_id        VARCHAR NOT NULL,
  line             BIGINT  NOT NULL,
  ordinal          INTEGER NOT NULL,
  occurred_at      TIMESTAMPTZ,
  chain            VARCHAR NOT NULL,
  model            VARCHAR,
  client_version   VARCHAR,
  object_id        VARCHAR,
  path             VARCHAR NOT NULL,
  given_by         VARCHAR NOT NULL,
  proof            VARCHAR NOT NULL,
  is_change        BOOLEAN NOT NULL,
  is_there         BOOLEAN NOT NULL,
  content_hash     VARCHAR,
  source_hash      VARCHAR,
  chars            BIGINT,
  lines            BIGINT,
  known_lines      BIGINT  NOT NULL,
  added            BIGINT,
  removed          BIGINT,
  undone           BIGINT,
  surviving        BIGINT,
  stale            VARCHAR,
  stale_source_id  VARCHAR,
  stale_line       BIGINT
);
COMMENT ON TABLE record_versions IS 'The rows of object_versions that records gave: records after which an agent knew another content of a file, or more of it. Fact table, filled on demand: see object_sessions. One row per version.';
COMMENT ON COLUMN record_versions.session_id IS 'Session of the record.';
COMMENT ON COLUMN record_versions.commit_id IS 'Commit of the record.';
COMMENT ON COLUMN record_versions.source_id IS 'File that contains the record.';
COMMENT ON COLUMN record_versions.line IS 'Line of the record, as in records.';
COMMENT ON COLUMN record_versions.ordinal IS 'Place among the versions of the record, from 0.';
COMMENT ON COLUMN record_versions.occurred_at IS 'Time of the record; null when it has none.';
COMMENT ON COLUMN record_versions.chain IS 'main, or the id of the sub-agent.';
COMMENT ON COLUMN record_versions.model IS 'Model that answered last; null when none did.';
COMMENT ON COLUMN record_versions.client_version IS 'Version of the client that wrote the record; null when not recorded.';
COMMENT ON COLUMN record_versions.object_id IS 'Object of the path, as in objects; null when the path is not absolute.';
COMMENT ON COLUMN record_versions.path IS 'File, as the transcript names it.';
COMMENT ON COLUMN record_versions.given_by IS 'What gave it: write, edit, notebook, read, mention, backup, output, deletion, move or copy. An edit may give two: what it found, and what it made of it.';
COMMENT ON COLUMN record_versions.proof IS 'How the content is known: observed, computed, likely, partial or unknown, as in docs/objects.md.';
COMMENT ON COLUMN record_versions.is_change IS 'The agent changed the file: a write or an edit; false for what it found or was shown.';
COMMENT ON COLUMN record_versions.is_there IS 'False: the file was not there.';
COMMENT ON COLUMN record_versions.content_hash IS 'SHA-256 of the payload; null when not all of it is known.';
COMMENT ON COLUMN record_versions.source_hash IS 'SHA-256 of the bytes; null when the transcript does not give them exactly.';
COMMENT ON COLUMN record_versions.chars IS 'Characters (UTF-16 code units) of the content; null when not all of it is known.';
COMMENT ON COLUMN record_versions.lines IS 'Lines, also those that are not known; null when their number is not known.';
COMMENT ON COLUMN record_versions.known_lines IS 'Lines that are known.';
COMMENT ON COLUMN record_versions.added IS 'Lines that the version before on the same chain does not have; null when not both contents are known.';
COMMENT ON COLUMN record_versions.removed IS 'Lines of the version before that this one does not have; null when not both contents are known.';
COMMENT ON COLUMN record_versions.undone IS 'Those of removed that the same agent had written earlier in the same session; null when not both contents are known.';
COMMENT ON COLUMN record_versions.surviving IS 'Of the lines that an agent wrote with this version, those that are left in the last known content of its session; null for versions that were not written by an agent, and where contents in between are not known.';
COMMENT ON COLUMN record_versions.stale IS 'For a change that was based on an outdated content: observed when the content that it found was another one than the agent knew; likely when another agent had changed the file and what the change found is not recorded. Null for all others.';
COMMENT ON COLUMN record_versions.stale_source_id IS 'File that contains the change the agent did not know of; null when none is recorded.';
COMMENT ON COLUMN record_versions.stale_line IS 'Line of that record; null when none is recorded.';

CREATE TABLE object_checks (
  session_id       VARCHAR NOT NULL,
  commit_id        VARCHAR NOT NULL,
  source_id        VARCHAR NOT NULL,
  line             BIGINT  NOT NULL,
  ordinal          INTEGER NOT NULL,
  occurred_at      TIMESTAMPTZ,
  chain            VARCHAR NOT NULL,
  model            VARCHAR,
  client_version   VARCHAR,
  object_id        VARCHAR,
  path             VARCHAR NOT NULL,
  given_by         VARCHAR NOT NULL,
  proof            VARCHAR NOT NULL,
  outcome          VARCHAR NOT NULL,
  since_source_id  VARCHAR NOT NULL,
  since_line       BIGINT  NOT NULL
);
COMMENT ON TABLE object_checks IS 'Observations of files whose content was known before: they confirm or refute it. Fact table, filled on demand: see object_sessions. One row per check.';
COMMENT ON COLUMN object_checks.session_id IS 'Session of the record.';
COMMENT ON COLUMN object_checks.commit_id IS 'Commit of the record.';
COMMENT ON COLUMN object_checks.source_id IS 'File that contains the record that observes.';
COMMENT ON COLUMN object_checks.line IS 'Line of that record, as in records.';
COMMENT ON COLUMN object_checks.ordinal IS 'Place among the checks of the record, from 0.';
COMMENT ON COLUMN object_checks.occurred_at IS 'Time of the record; null when it has none.';
COMMENT ON COLUMN object_checks.chain IS 'main, or the id of the sub-agent.';
COMMENT ON COLUMN object_checks.model IS 'Model that answered last; null when none did.';
COMMENT ON COLUMN object_checks.client_version IS 'Version of the client that wrote the record; null when not recorded.';
COMMENT ON COLUMN object_checks.object_id IS 'Object of the path, as in objects; null when the path is not absolute.';
COMMENT ON COLUMN object_checks.path IS 'File, as the transcript names it.';
COMMENT ON COLUMN object_checks.given_by IS 'What observes: read, edit, notebook, mention, backup or output.';
COMMENT ON COLUMN object_checks.proof IS 'How the lines were known that both know, the least sure.';
COMMENT ON COLUMN object_checks.outcome IS 'confirmed, refuted, or refuted at its end: only blank lines at the end differ.';
COMMENT ON COLUMN object_checks.since_source_id IS 'File that contains the record which last changed what was known.';
COMMENT ON COLUMN object_checks.since_line IS 'Line of that record.';

CREATE TABLE reworked_lines (
  session_id    VARCHAR NOT NULL,
  source_id     VARCHAR NOT NULL,
  line          BIGINT  NOT NULL,
  ordinal       INTEGER NOT NULL,
  by_source_id  VARCHAR NOT NULL,
  by_line       BIGINT  NOT NULL,
  by_ordinal    INTEGER NOT NULL,
  lines         BIGINT  NOT NULL
);
COMMENT ON TABLE reworked_lines IS 'Lines that an agent wrote and that a later version of the file in the same session does not have. Of versions whose surviving lines are known; with those, the rows of a version add up to the lines that it wrote. Fact table, filled on demand: see object_sessions. One row per version that wrote lines and version that removed some of them.';
COMMENT ON COLUMN reworked_lines.session_id IS 'Session of the records.';
COMMENT ON COLUMN reworked_lines.source_id IS 'File of the record that wrote the lines.';
COMMENT ON COLUMN reworked_lines.line IS 'Line of that record, as in record_versions.';
COMMENT ON COLUMN reworked_lines.ordinal IS 'Place of that version among those of its record.';
COMMENT ON COLUMN reworked_lines.by_source_id IS 'File of the record after which the lines were gone.';
COMMENT ON COLUMN reworked_lines.by_line IS 'Line of that record, as in record_versions.';
COMMENT ON COLUMN reworked_lines.by_ordinal IS 'Place of that version among those of its record.';
COMMENT ON COLUMN reworked_lines.lines IS 'Number of lines.';

CREATE TABLE git_commits (
  session_id   VARCHAR NOT NULL,
  source_id    VARCHAR NOT NULL,
  line         BIGINT  NOT NULL,
  occurred_at  TIMESTAMPTZ,
  folder       VARCHAR NOT NULL,
  git_hash     VARCHAR NOT NULL,
  is_made      BOOLEAN NOT NULL
);
COMMENT ON TABLE git_commits IS 'Commits of Git that the output of commands shows: evidence that two folders are checkouts of one repository. Fact table, filled on demand: see object_sessions. One row per record and commit.';
COMMENT ON COLUMN git_commits.session_id IS 'Session of the record.';
COMMENT ON COLUMN git_commits.source_id IS 'File that contains the record of the output; for a captured agent, the commit.';
COMMENT ON COLUMN git_commits.line IS 'Key of that record in its file, as in records.';
COMMENT ON COLUMN git_commits.occurred_at IS 'Time of the record; null when it has none.';
COMMENT ON COLUMN git_commits.folder IS 'Folder in which Git ran, as the transcript names it.';
COMMENT ON COLUMN git_commits.git_hash IS 'Hash of the commit as the output has it, 7 to 40 digits.';
COMMENT ON COLUMN git_commits.is_made IS 'True: the command made the commit; false: it listed the commit.';
