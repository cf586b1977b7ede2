-- What does a compaction's boundary say of itself?
-- One row, or none when the compaction has no boundary. That of a made commit is an event of the commit, else of the one before it.
SELECT
  json_extract_string(detail, '$.trigger')                AS trigger,
  json_extract_string(detail, '$.pre_tokens')::BIGINT     AS pre_tokens,
  json_extract_string(detail, '$.post_tokens')::BIGINT    AS post_tokens,
  source_id                                               AS source_id,
  line                                                    AS line
FROM (
  SELECT detail, source_id, line, 0 AS distance, -line AS place
  FROM records
  WHERE commit_id = $commit::VARCHAR
    AND class = 'compaction'
  UNION ALL
  SELECT body, source_id, line, CASE commit_id WHEN $commit::VARCHAR THEN 1 ELSE 2 END, line
  FROM events
  WHERE (commit_id = $commit::VARCHAR OR commit_id = (SELECT parent_id FROM commits WHERE commit_id = $commit::VARCHAR))
    AND starts_with(session_id, 'live/')
    AND kind = 'system'
    AND class = 'compaction'
)
ORDER BY distance, place DESC
LIMIT 1
