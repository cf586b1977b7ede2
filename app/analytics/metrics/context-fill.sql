-- What fills the contexts: how much was put in from where, and how often was it read again?
-- One row per group, part and tool, most read first.
SELECT
  group_name                                                                              AS group_name,
  part                                                                                    AS part,
  nullif(tool_name, '')                                                                   AS tool_name,
  sum(items)::BIGINT                                                                      AS items,
  sum(added_chars)::BIGINT                                                                AS added_chars,
  (sum(added_chars) / nullif(sum(sum(added_chars)) OVER (PARTITION BY group_name), 0))::DOUBLE AS added_share,
  sum(read_chars)::DOUBLE                                                                 AS read_chars,
  (sum(read_chars)::DOUBLE / nullif(sum(sum(read_chars)::DOUBLE) OVER (PARTITION BY group_name), 0))::DOUBLE AS read_share
FROM (
  FROM chosen_context_parts
)
GROUP BY group_name, part, tool_name
ORDER BY group_name, read_chars DESC, added_chars DESC, part, tool_name
