-- Which model was used where the metric of a session that was made does not say it?
-- Changes one row per metric of the main chain that has all its tokens and no model: the last start of the client before it names the model,
-- unless replies name their models themselves: then the metric is one of several.
UPDATE token_usage
SET model = started.model
FROM (
  SELECT usage.source_id, usage.line, arg_max(events.model, (made.position, events.line)) AS model
  FROM token_usage AS usage
  JOIN commits AS own ON own.commit_id = usage.source_id
  JOIN events ON events.session_id = usage.session_id AND events.chain = 'main' AND events.kind = 'system' AND events.model IS NOT NULL
  JOIN commits AS made ON made.commit_id = events.source_id
  WHERE usage.session_id = $session::VARCHAR
    AND usage.chain = 'main'
    AND usage.model = ''
    AND usage.output_tokens > 0
    AND NOT EXISTS (
      FROM events
      WHERE session_id = $session::VARCHAR AND chain = 'main' AND kind IN ('response', 'thinking', 'tool_call') AND model IS NOT NULL
    )
    AND (made.position, events.line) < (own.position, usage.line)
  GROUP BY usage.source_id, usage.line
) AS started
WHERE token_usage.session_id = $session::VARCHAR
  AND token_usage.source_id = started.source_id
  AND token_usage.line = started.line
