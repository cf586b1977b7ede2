-- Which files does the store hold of the sessions that a change touches?
-- One row per source of these sessions, and of those to which the changed files belonged.
SELECT
  source_id                 AS source_id,
  agent                     AS agent,
  sources.path              AS path,
  file                      AS file,
  root                      AS root,
  role                      AS role,
  coalesce(session_id, '')  AS session_id,
  agent_id                  AS agent_id,
  bytes                     AS bytes,
  modified_ns               AS modified_ns,
  sources.content_hash      AS content_hash,
  manifest_hash             AS manifest_hash,
  changed_ns || ' ' || inode AS seen
FROM sources
LEFT JOIN seen_files ON seen_files.path = sources.path AND seen_files.content_hash = sources.content_hash
WHERE coalesce(session_id, '') IN (SELECT unnest($sessions::VARCHAR[]))
  OR coalesce(session_id, '') IN (SELECT coalesce(session_id, '') FROM sources WHERE path IN (SELECT unnest($paths::VARCHAR[])))
ORDER BY file, sources.path
