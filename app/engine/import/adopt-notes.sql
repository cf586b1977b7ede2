-- Which session continues each session, and of what kind is it, as its client says?
-- Changes sessions whose records say it; the last word counts for the first, the first for the second. One row per session that changed.
UPDATE sessions
SET continued_in = said.continued_in, session_kind = said.session_kind
FROM (
  SELECT
    session_id,
    arg_max(detail ->> '$.continued_in', (source_id, line)) FILTER (WHERE record_type = 'continued-in' AND (detail ->> '$.continued_in') <> session_id) AS continued_in,
    arg_min(detail ->> '$.session_kind', (coalesce(occurred_at, 'infinity'::TIMESTAMPTZ), source_id, line)) FILTER (WHERE (detail ->> '$.session_kind') IS NOT NULL) AS session_kind
  FROM records
  WHERE NOT is_copy
    AND (record_type = 'continued-in' OR (record_type = 'assistant' AND contains(detail, '"session_kind"')))
    AND ($sessions::VARCHAR[] IS NULL OR session_id IN (SELECT unnest($sessions::VARCHAR[])))
  GROUP BY session_id
) AS said
WHERE sessions.session_id = said.session_id
  AND (sessions.continued_in, sessions.session_kind) IS DISTINCT FROM (said.continued_in, said.session_kind)
RETURNING sessions.session_id AS session_id
