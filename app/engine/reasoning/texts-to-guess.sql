-- About which thoughts and responses of a session was a model not asked?
-- One row per text, in the order of the transcripts. A text that occurs again has the answer of the first.
SELECT
  events.source_id      AS source_id,
  events.line           AS line,
  events.block::BIGINT  AS block,
  md5(events.body)      AS text_hash,
  events.body           AS body
FROM events
WHERE events.kind IN ('thinking', 'response')
  AND NOT events.is_copy
  AND length(events.body) >= $least_chars::BIGINT
  AND events.session_id = $session::VARCHAR
  AND md5(events.body) NOT IN (
    SELECT text_hash
    FROM thinking_guesses
    WHERE session_id = $session::VARCHAR AND model = $model::VARCHAR AND model_version = $version::VARCHAR
  )
QUALIFY row_number() OVER (PARTITION BY text_hash ORDER BY events.source_id, events.line, events.block) = 1
ORDER BY events.source_id, events.line, events.block
LIMIT $most::BIGINT
