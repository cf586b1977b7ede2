-- What does each compaction leave: the text of its summary, and of the messages that it kept?
-- Makes a table for this batch. One row per compaction and holder.
CREATE OR REPLACE TEMP TABLE compaction_kept AS
WITH summaries AS (
  SELECT compaction_id, 'summary' AS holder, plain(string_agg(body, E'\n' ORDER BY source_id, line, block)) AS text
  FROM compaction_texts
  JOIN compaction_places USING (commit_id)
  WHERE part = 'after' AND commit_id = compaction_id AND kind = 'prompt' AND class = 'compaction_summary'
  GROUP BY compaction_id
),
preserved AS (
  SELECT compaction_id, records.source_id, records.line
  FROM (
    SELECT commit_id AS compaction_id, unnest(preserved) AS uuid FROM commits WHERE commit_id IN (SELECT compaction_id FROM compaction_places)
  )
  JOIN records USING (uuid)
),
kept AS (
  SELECT compaction_id, 'kept messages' AS holder, plain(string_agg(concat_ws(E'\n', file_path, CASE WHEN kind = 'tool_call' AND json_valid(body) THEN concat_ws(E'\n', json_extract_string(body, '$.command'), body) ELSE body END), E'\n')) AS text
  FROM compaction_texts
  JOIN compaction_places USING (commit_id)
  SEMI JOIN preserved USING (compaction_id, source_id, line)
  WHERE part = 'replaced'
  GROUP BY compaction_id
)
SELECT compaction_id, holder, text, ' ' || on_one_line(text) || ' ' AS one_line, ' ' || on_one_line(without_redirections(text)) || ' ' AS without_redirections
FROM (
  FROM summaries
  UNION ALL
  FROM kept
)
WHERE text IS NOT NULL
