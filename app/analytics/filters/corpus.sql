-- Which sessions can an answer count, and in which state is each?
-- One row: their number, and a hash of their ids and contents. It does not depend on where a store is or in which order files were imported.
WITH chosen AS (
  SELECT session_id
  FROM (
    FROM chosen_sessions
  )
),
-- One file that was imported from two folders is one content.
contents AS (
  SELECT coalesce(session_id, '') AS session_id, 'file ' || content_hash AS content FROM sources WHERE role <> 'earlier'
  UNION
  SELECT session_id, 'commit ' || commit_id FROM commits WHERE starts_with(session_id, 'live/')
  UNION
  SELECT session_id, 'class ' || record_key || ' ' || class FROM corrections
),
states AS (
  SELECT session_id, sha256(coalesce(string_agg(content, chr(10) ORDER BY content), '')) AS state
  FROM chosen
  LEFT JOIN contents USING (session_id)
  GROUP BY session_id
)
SELECT
  count(*) FILTER (session_id <> '')                                                           AS sessions,
  sha256(coalesce(string_agg(session_id || ' ' || state, chr(10) ORDER BY session_id), '')) AS corpus_hash
FROM states
