-- What did compactions drop from the context, and which items were needed again?
-- One row per group and kind.
WITH counted AS (
  SELECT
    group_key,
    kind,
    count(DISTINCT commit_id) AS compactions,
    sum(items) AS items,
    sum(items) FILTER (kept_by = 'summary') AS in_summary,
    sum(items) FILTER (kept_by = 'kept messages') AS in_kept_messages,
    sum(items) FILTER (kept_by IS NULL) AS lost,
    sum(items) FILTER (is_needed) AS needed,
    sum(items) FILTER (kept_by IS NULL AND is_needed) AS lost_and_needed
  FROM (
    FROM chosen_compactions
  )
  JOIN compaction_losses USING (commit_id)
  GROUP BY group_key, kind
)
SELECT
  group_name                                                    AS group_name,
  kind                                                          AS kind,
  compactions                                                   AS compactions,
  items::BIGINT                                                 AS items,
  coalesce(in_summary, 0)::BIGINT                               AS in_summary,
  coalesce(in_kept_messages, 0)::BIGINT                         AS in_kept_messages,
  coalesce(lost, 0)::BIGINT                                     AS lost,
  (1 - coalesce(lost, 0) / items)::DOUBLE                       AS kept_share,
  coalesce(needed, 0)::BIGINT                                   AS needed,
  coalesce(lost_and_needed, 0)::BIGINT                          AS lost_and_needed,
  (coalesce(lost_and_needed, 0) / nullif(lost, 0))::DOUBLE      AS needed_share
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, list_position(['path', 'command', 'number', 'error', 'decision', 'instruction'], kind)
