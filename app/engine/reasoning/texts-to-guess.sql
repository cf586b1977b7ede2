-- About which thoughts and responses of a session was a model not asked?
-- One row per text, in the order of the transcripts.
SELECT
  events.source_id      AS source_id,
  events.line           AS line,
  events.block::BIGINT  AS block,
  events.body           AS body
FROM events
WHERE events.kind IN ('thinking', 'response')
  AND NOT events.is_copy
  AND length(events.body) >= $least_chars::BIGINT
  AND events.session_id = $session::VARCHAR
  AND (events.source_id, events.line, events.block) NOT IN (
    SELECT (source_id, line, block)
    FROM thinking_guesses
    WHERE model = $model::VARCHAR AND model_version = $version::VARCHAR
  )
ORDER BY events.source_id, events.line, events.block
LIMIT $most::BIGINT
