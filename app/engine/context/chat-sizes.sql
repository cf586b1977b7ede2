-- How large are the parts of chats that these commits contain?
-- One row per commit: prompts, responses, and inputs of calls; a result whose call is not named counts too.
SELECT
  commit_id                                                                                     AS commit_id,
  sum(chars)::BIGINT                                                                            AS chars,
  count(*) FILTER (kind = 'prompt' AND class IN (SELECT unnest($typed::VARCHAR[])))::BIGINT     AS turns
FROM events
WHERE commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND NOT is_copy
  AND (kind IN ('prompt', 'response', 'tool_call') OR (kind = 'tool_result' AND tool_use_id IS NULL))
  AND session_id IN (SELECT session_id FROM commits WHERE commit_id IN (SELECT unnest($commits::VARCHAR[])))
GROUP BY commit_id
