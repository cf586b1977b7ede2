-- Of which sessions was a model not asked about all thoughts and responses?
-- One row per session, the newest first. A captured session that was also imported is asked about once, unless it is named.
SELECT
  events.session_id                                       AS session_id,
  coalesce(any_value(sessions.title), events.session_id)  AS title,
  count(*)                                                AS texts,
  sum(least(chars, $most_chars::BIGINT))::BIGINT          AS chars
FROM (
  SELECT session_id, md5(body) AS text_hash, any_value(length(body)) AS chars, max(occurred_at) AS occurred_at
  FROM events
  WHERE kind IN ('thinking', 'response')
    AND NOT is_copy
    AND length(body) >= $least_chars::BIGINT
    AND (
      session_id = $session::VARCHAR
      OR $session::VARCHAR IS NULL AND NOT (starts_with(session_id, 'live/') AND substr(session_id, 6) IN (SELECT session_id FROM sessions))
    )
  GROUP BY session_id, text_hash
) AS events
LEFT JOIN sessions ON sessions.session_id = events.session_id
WHERE (events.session_id, text_hash) NOT IN (
  SELECT (session_id, text_hash)
  FROM thinking_guesses
  WHERE model = $model::VARCHAR AND model_version = $version::VARCHAR
)
GROUP BY events.session_id
ORDER BY max(events.occurred_at) DESC NULLS LAST, events.session_id
