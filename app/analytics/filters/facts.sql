-- Which facts do the filters choose, and into which group does each fall?
-- One row per fact, with what is known of its session. The facts of a table come in place of the word facts, its name.
SELECT
  facts.*,
  sessions.* EXCLUDE (session_number, group_key),
  CASE $by::VARCHAR
    WHEN 'model' THEN facts.model_number
    WHEN 'agent-type' THEN facts.agent_number
    WHEN 'day' THEN coalesce(local_day(facts.quarter), -2_147_483_648)
    WHEN 'month' THEN coalesce(local_month(facts.quarter), -2_147_483_648)
    ELSE sessions.group_key
  END AS group_key
FROM table_of_facts AS facts
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_number)
WHERE ($model_number::INTEGER IS NULL OR facts.model_number = $model_number::INTEGER)
  AND ($chains::VARCHAR = 'both' OR facts.is_main = ($chains::VARCHAR = 'main'))
  AND ($agent_number::INTEGER IS NULL OR facts.agent_number = $agent_number::INTEGER)
  AND ($since_ms::BIGINT IS NULL OR facts.quarter >= $since_ms::BIGINT // 900_000)
  AND ($until_ms::BIGINT IS NULL OR facts.quarter < $until_ms::BIGINT // 900_000)
