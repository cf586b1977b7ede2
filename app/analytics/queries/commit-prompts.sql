-- What did persons ask in these commits?
-- One row per prompt, in the order of the transcript within each commit.
SELECT
  commit_id                   AS commit_id,
  coalesce(left(body, 400), '') AS prompt,
  occurred_at                 AS occurred_at
FROM events
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND kind = 'prompt'
  AND class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input')
  AND NOT is_copy
ORDER BY commit_id, source_id, line, block
