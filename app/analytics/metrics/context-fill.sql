-- What fills the contexts: what was added, by source, and how often was it read again?
-- One row per group, part and tool, most read first.
WITH filled AS (
  SELECT
    group_key,
    unnest([
      {'part': 'prompt', 'items': sum(prompt_items), 'added_chars': sum(prompt_chars), 'read_chars': sum(prompt_read)},
      {'part': 'response', 'items': sum(response_items), 'added_chars': sum(response_chars), 'read_chars': sum(response_read)},
      {'part': 'thinking', 'items': sum(thinking_items), 'added_chars': sum(thinking_chars), 'read_chars': sum(thinking_read)},
      {'part': 'injected', 'items': sum(injected_items), 'added_chars': sum(injected_chars), 'read_chars': sum(injected_read)},
      {'part': 'summary', 'items': sum(summary_items), 'added_chars': sum(summary_chars), 'read_chars': sum(summary_read)}
    ], recursive := true),
    NULL AS tool_number
  FROM (
    FROM first_context_parts
  )
  GROUP BY group_key
  UNION ALL
  SELECT
    group_key,
    unnest([
      {'part': 'tool_call', 'items': sum(calls), 'added_chars': sum(call_chars), 'read_chars': sum(call_read)},
      {'part': 'tool_result', 'items': sum(results), 'added_chars': sum(result_chars), 'read_chars': sum(result_read)}
    ], recursive := true),
    tool_number
  FROM (
    FROM first_tool_counts
  )
  GROUP BY group_key, tool_number
)
SELECT
  group_name                                                                              AS group_name,
  part                                                                                    AS part,
  CASE WHEN tool_number IS NOT NULL THEN coalesce(nullif(name, ''), '(none)') END         AS tool_name,
  items::BIGINT                                                                           AS items,
  added_chars::BIGINT                                                                     AS added_chars,
  (added_chars / nullif(sum(added_chars) OVER (PARTITION BY group_key), 0))::DOUBLE       AS added_share,
  filled.read_chars::DOUBLE                                                               AS read_chars,
  (filled.read_chars / nullif(sum(filled.read_chars) OVER (PARTITION BY group_key), 0))::DOUBLE AS read_share
FROM filled
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
LEFT JOIN fact_names ON number = tool_number
WHERE items > 0
ORDER BY group_name, read_chars DESC, added_chars DESC, part, tool_name
