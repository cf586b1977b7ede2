-- Of which sessions was a model not asked about all thoughts and responses?
-- One row per session, the newest first.
SELECT
  events.session_id                                       AS session_id,
  coalesce(any_value(sessions.title), events.session_id)  AS title,
  count(*)                                                AS texts,
  sum(least(length(events.body), $most_chars::BIGINT))::BIGINT AS chars
FROM events
LEFT JOIN sessions ON sessions.session_id = events.session_id
WHERE events.kind IN ('thinking', 'response')
  AND NOT events.is_copy
  AND length(events.body) >= $least_chars::BIGINT
  AND ($session::VARCHAR IS NULL OR events.session_id = $session::VARCHAR)
  AND (events.source_id, events.line, events.block) NOT IN (
    SELECT (source_id, line, block)
    FROM thinking_guesses
    WHERE model = $model::VARCHAR AND model_version = $version::VARCHAR
  )
GROUP BY events.session_id
ORDER BY max(events.occurred_at) DESC NULLS LAST, events.session_id
