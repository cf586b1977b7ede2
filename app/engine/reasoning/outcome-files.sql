-- Of which files is it not computed what became of the decisions about them, or from other records, and about how many characters have to be read for each?
-- One row per file.
WITH decided AS (
  SELECT path, count(*) AS decisions, bit_xor(hash(event_id, status, summary)) AS mark
  FROM (SELECT event_id, status, summary, unnest(files) AS path FROM said_events WHERE type = 'decision')
  GROUP BY path
),
changed AS (
  -- Of versions that are not known whole, a line is counted as 40 characters.
  SELECT path, count(*) AS versions, sum(coalesce(chars, 40 * known_lines, 0)) AS chars, bit_xor(hash(source_id, line, ordinal, content_hash, known_lines)) AS mark
  FROM object_versions
  WHERE path IN (SELECT path FROM decided)
  GROUP BY path
)
SELECT
  decided.path                                                AS session_id,
  1000 * decided.decisions + coalesce(changed.chars, 0)::BIGINT AS size,
  concat_ws('.', $rules::VARCHAR, decided.decisions, decided.mark, changed.versions, changed.mark) AS mark
FROM decided
LEFT JOIN changed ON changed.path = decided.path
LEFT JOIN outcome_files AS made ON made.path = decided.path
WHERE made.mark IS DISTINCT FROM concat_ws('.', $rules::VARCHAR, decided.decisions, decided.mark, changed.versions, changed.mark)
ORDER BY decided.path
