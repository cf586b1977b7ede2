-- How large was the context of the last reply in these commits?
-- One row, or none where no reply records it.
SELECT token_usage.context_tokens AS context_tokens
FROM token_usage
JOIN records ON records.source_id = token_usage.source_id AND records.line = token_usage.line
WHERE records.commit_id IN (SELECT unnest($commits::VARCHAR[]))
  AND token_usage.session_id = (SELECT min(session_id) FROM commits WHERE commit_id = $tip::VARCHAR)
  AND NOT token_usage.is_copy
  AND token_usage.iteration IS NULL
  AND token_usage.model <> '<synthetic>'
  AND context_tokens > 0
ORDER BY list_position($commits::VARCHAR[], records.commit_id) DESC, token_usage.occurred_at DESC NULLS LAST, token_usage.line DESC
LIMIT 1
