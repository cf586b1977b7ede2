CREATE VIEW object_versions AS
FROM record_versions
UNION ALL BY NAME
SELECT
  session_id   AS session_id,
  'tracker'    AS source_id,
  0            AS ordinal,
  observed_at  AS occurred_at,
  'main'       AS chain,
  object_id    AS object_id,
  path         AS path,
  'tracker'    AS given_by,
  'observed'   AS proof,
  FALSE        AS is_change,
  is_there     AS is_there,
  source_hash  AS source_hash
FROM tracked_files;
COMMENT ON VIEW object_versions IS 'Records after which an agent knew another content of a file, or more of it, and changes on disk that strata track saw. Fact table, filled on demand: see object_sessions. One row per version.';
COMMENT ON COLUMN object_versions.session_id IS 'Session of the record, or the session whose files were tracked.';
COMMENT ON COLUMN object_versions.commit_id IS 'Commit of the record; null for what a tracker saw.';
COMMENT ON COLUMN object_versions.source_id IS 'File that contains the record; tracker for what a tracker saw.';
COMMENT ON COLUMN object_versions.line IS 'Line of the record, as in records; null for what a tracker saw.';
COMMENT ON COLUMN object_versions.ordinal IS 'Place among the versions of the record, from 0.';
COMMENT ON COLUMN object_versions.occurred_at IS 'Time of the record, or of the look at the file; null when the record has none.';
COMMENT ON COLUMN object_versions.chain IS 'main, or the id of the sub-agent.';
COMMENT ON COLUMN object_versions.model IS 'Model that answered last; null when none did.';
COMMENT ON COLUMN object_versions.client_version IS 'Version of the client that wrote the record; null when not recorded.';
COMMENT ON COLUMN object_versions.object_id IS 'Object of the path, as in objects; null when the path is not absolute.';
COMMENT ON COLUMN object_versions.path IS 'File, as the transcript names it.';
COMMENT ON COLUMN object_versions.given_by IS 'What gave it: write, edit, notebook, read, mention, backup, output, deletion, move, copy or tracker. An edit may give two: what it found, and what it made of it.';
COMMENT ON COLUMN object_versions.proof IS 'How the content is known: observed, computed, likely, partial or unknown, as in docs/objects.md.';
COMMENT ON COLUMN object_versions.is_change IS 'The agent changed the file: a write or an edit; false for what it found or was shown.';
COMMENT ON COLUMN object_versions.is_there IS 'False: the file was not there.';
COMMENT ON COLUMN object_versions.content_hash IS 'SHA-256 of the payload; null when not all of it is known, and for what a tracker saw.';
COMMENT ON COLUMN object_versions.source_hash IS 'SHA-256 of the bytes; null when the transcript does not give them exactly.';
COMMENT ON COLUMN object_versions.chars IS 'Characters (UTF-16 code units) of the content; null when not all of it is known, and for what a tracker saw.';
COMMENT ON COLUMN object_versions.lines IS 'Lines, also those that are not known; null when their number is not known.';
COMMENT ON COLUMN object_versions.known_lines IS 'Lines that are known; null for what a tracker saw, whose content tracked_files names.';
COMMENT ON COLUMN object_versions.added IS 'Lines that the version before on the same chain does not have; null when not both contents are known.';
COMMENT ON COLUMN object_versions.removed IS 'Lines of the version before that this one does not have; null when not both contents are known.';
COMMENT ON COLUMN object_versions.undone IS 'Those of removed that the same agent had written earlier in the same session; null when not both contents are known.';
COMMENT ON COLUMN object_versions.surviving IS 'Of the lines that an agent wrote with this version, those that are left in the last known content of its session; null for versions that were not written by an agent, and where contents in between are not known.';
COMMENT ON COLUMN object_versions.stale IS 'For a change that was based on an outdated content: observed when the content that it found was another one than the agent knew; likely when another agent had changed the file and what the change found is not recorded. Null for all others.';
COMMENT ON COLUMN object_versions.stale_source_id IS 'File that contains the change the agent did not know of; null when none is recorded.';
COMMENT ON COLUMN object_versions.stale_line IS 'Line of that record; null when none is recorded.';
