-- Which facts do the filters choose where all sessions count, and into which group does each fall?
-- One row per fact. The facts of a table come in place of the word facts, its name. Nothing is known of its session but the number.
SELECT
  *,
  CASE $by::VARCHAR
    WHEN 'session' THEN session_number
    WHEN 'model' THEN model_number
    WHEN 'agent-type' THEN agent_number
    WHEN 'day' THEN coalesce(local_day(quarter), -2_147_483_648)
    WHEN 'month' THEN coalesce(local_month(quarter), -2_147_483_648)
    ELSE 0
  END AS group_key
FROM table_of_facts
WHERE ($model_number::INTEGER IS NULL OR model_number = $model_number::INTEGER)
  AND ($chains::VARCHAR = 'both' OR is_main = ($chains::VARCHAR = 'main'))
  AND ($agent_number::INTEGER IS NULL OR agent_number = $agent_number::INTEGER)
  AND ($since_ms::BIGINT IS NULL OR quarter >= $since_ms::BIGINT // 900_000)
  AND ($until_ms::BIGINT IS NULL OR quarter < $until_ms::BIGINT // 900_000)
