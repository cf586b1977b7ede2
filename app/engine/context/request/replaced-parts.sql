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
LEFT JOIN records ON records.source_id = events.source_id AND records.line = events.line AND records.commit_id = events.commit_id
WHERE events.commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT events.is_copy
  AND kind IN ('prompt', 'response', 'thinking', 'tool_call', 'tool_result')
  AND NOT coalesce(list_contains($kept::VARCHAR[], records.uuid), false)
GROUP BY part
ORDER BY chars DESC, part
