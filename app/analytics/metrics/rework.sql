-- How many of the lines that agents wrote for a prompt were changed or removed for a later one?
-- One row per group.
SELECT
  group_name                                                          AS group_name,
  coalesce(sum(added), 0)::BIGINT                                     AS written,
  coalesce(sum(followed), 0)::BIGINT                                  AS followed,
  coalesce(sum(surviving) FILTER (followed IS NOT NULL), 0)::BIGINT   AS surviving,
  coalesce(sum(same_prompt) FILTER (followed IS NOT NULL), 0)::BIGINT     AS same_prompt,
  coalesce(sum(by_agent) FILTER (followed IS NOT NULL), 0)::BIGINT    AS by_agent,
  coalesce(sum(otherwise) FILTER (followed IS NOT NULL), 0)::BIGINT   AS otherwise,
  (sum(by_agent + otherwise) FILTER (followed IS NOT NULL) / nullif(sum(followed), 0))::DOUBLE AS share
FROM (
  FROM chosen_object_versions_with_sessions
) AS chosen
JOIN (
  FROM prompt_rework
) AS rework USING (session_id, source_id, line, ordinal)
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY chosen.group_key, group_name
ORDER BY group_name
