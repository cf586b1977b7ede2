-- Why did replies read less from the prompt cache than the request before had put there, and what did that cost?
-- One row per group and cause, the most lost tokens first; not_explained is always among them.
WITH uses AS (
  FROM cache_uses
),
costs AS (
  FROM priced_breaks
),
chosen_breaks AS (
  SELECT group_key, cause, known_from, uses.lost_tokens, usd
  FROM (
    FROM chosen_replies
  ) AS chosen
  JOIN uses USING (reply_key, session_number)
  LEFT JOIN costs USING (reply_key)
  WHERE is_break
),
counted AS (
  SELECT
    group_key,
    cause,
    count(*) AS breaks,
    count(*) FILTER (WHERE known_from = 'service') AS said_by_service,
    sum(lost_tokens) AS lost_tokens,
    sum(usd) AS usd,
    count(*) FILTER (WHERE usd IS NULL) AS unpriced_breaks
  FROM chosen_breaks
  GROUP BY group_key, cause
  UNION ALL
  SELECT DISTINCT group_key, 'not_explained', 0, 0, 0, 0, 0
  FROM chosen_breaks
  WHERE group_key NOT IN (SELECT group_key FROM chosen_breaks WHERE cause = 'not_explained')
)
SELECT
  group_name                  AS group_name,
  cause                       AS cause,
  breaks                      AS breaks,
  said_by_service             AS said_by_service,
  lost_tokens::BIGINT         AS lostTokens,
  (lost_tokens / sum(lost_tokens) OVER (PARTITION BY group_key))::DOUBLE AS lost_share,
  usd::DOUBLE                 AS usd,
  unpriced_breaks             AS unpriced_breaks,
  CASE
    WHEN cause = 'lifetime_passed' THEN 'shorter pauses than the lifetime, or a lifetime of an hour'
    WHEN cause = 'model_changed' THEN 'fewer changes of model and speed within a session'
    WHEN cause = 'effort_changed' THEN 'fewer changes of effort within a session'
    WHEN cause = 'tools_changed' THEN 'MCP servers that stay connected, agents and plugins that stay the same within a session'
    WHEN cause = 'system_changed' THEN 'rules files and output styles that stay the same within a session'
    WHEN cause = 'compaction' THEN 'fewer compactions: a new session for a new task'
    WHEN cause = 'rewind' THEN 'fewer rewinds'
    WHEN cause = 'resumed_or_forked' THEN 'going on in the same session instead of a fork'
    WHEN cause IN ('skill_began', 'mode_began') THEN 'skills and modes at the beginning of a session'
  END                         AS person_can
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
ORDER BY group_name, lostTokens DESC, cause
