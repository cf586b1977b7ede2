-- Which sub-agents' costs of a session that was made does a later metric of the main chain include?
-- Changes one row per metric of a sub-agent without a cost: the client's cost of a turn includes its sub-agents, so it is not counted again.
UPDATE token_usage
SET cost_usd = 0
FROM (
  SELECT usage.source_id, usage.line
  FROM token_usage AS usage
  JOIN commits AS own ON own.commit_id = usage.source_id
  WHERE usage.session_id = $session::VARCHAR
    AND usage.chain <> 'main'
    AND usage.cost_usd IS NULL
    AND own.position < (
      SELECT max(made.position)
      FROM token_usage AS main
      JOIN commits AS made ON made.commit_id = main.source_id
      WHERE main.session_id = $session::VARCHAR AND main.chain = 'main' AND main.cost_usd IS NOT NULL
    )
) AS covered
WHERE token_usage.session_id = $session::VARCHAR
  AND token_usage.source_id = covered.source_id
  AND token_usage.line = covered.line
