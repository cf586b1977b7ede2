-- What did these commits contain that a compaction replaced?
-- One row per kind of part, without what the compaction kept.
SELECT
  CASE
    WHEN kind = 'tool_call' THEN 'call'
    WHEN kind = 'tool_result' THEN 'result'
    WHEN kind <> 'prompt' THEN kind
    WHEN events.class = 'compaction_summary' THEN 'summary'
    WHEN events.class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input', 'sidechain_prompt') THEN 'prompt'
    ELSE 'injection'
  END                  AS part,
  count(*)             AS items,
  sum(chars)::BIGINT   AS chars
FROM events
LEFT JOIN (
  SELECT source_id, line, commit_id, uuid
  FROM records
  WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
    AND list_contains($kept::VARCHAR[], uuid)
) AS records USING (source_id, line, commit_id)
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT events.is_copy
  AND kind IN ('prompt', 'response', 'thinking', 'tool_call', 'tool_result')
  AND records.uuid IS NULL
GROUP BY part
ORDER BY chars DESC, part
