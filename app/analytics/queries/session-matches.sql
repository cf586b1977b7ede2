-- Which sessions have what a search asks for in their title, project, id, branch or prompts?
-- One row per session. A text and a pattern begin with the number of their clause and a blank: of each clause one has to occur. An excluded
-- text must not occur.
WITH sought AS (
  SELECT split_part(entry, ' ', 1)::INTEGER AS clause, lower(nfc_normalize(substr(entry, strpos(entry, ' ') + 1))) AS own, NULL::VARCHAR AS pattern
  FROM (SELECT unnest($texts::VARCHAR[]) AS entry)
  UNION ALL
  SELECT split_part(entry, ' ', 1)::INTEGER, NULL, substr(entry, strpos(entry, ' ') + 1)
  FROM (SELECT unnest($patterns::VARCHAR[]) AS entry)
  UNION ALL
  SELECT -1, lower(nfc_normalize(entry)), NULL
  FROM (SELECT unnest($excluded::VARCHAR[]) AS entry)
),
fields AS (
  SELECT session_id, 'title' AS kind, title AS body
  FROM sessions
  UNION ALL
  SELECT session_id, 'name', concat_ws(' ', project, session_id, git_branch)
  FROM sessions
  UNION ALL
  SELECT session_id, 'prompt', body
  FROM events
  WHERE kind = 'prompt' AND NOT is_copy
),
hits AS (
  SELECT DISTINCT session_id, clause
  FROM fields
  JOIN sought ON contains(lower(nfc_normalize(fields.body)), sought.own) OR regexp_matches(nfc_normalize(fields.body), nfc_normalize(sought.pattern))
  WHERE $kinds::VARCHAR[] IS NULL OR list_contains($kinds::VARCHAR[], fields.kind)
)
SELECT session_id AS session_id
FROM sessions
WHERE session_id NOT IN (SELECT session_id FROM hits WHERE clause = -1)
  AND (SELECT count(*) FROM hits WHERE clause >= 0 AND hits.session_id = sessions.session_id)
    = (SELECT count(DISTINCT clause) FROM sought WHERE clause >= 0)
