-- What did these sessions decide, drop, weigh and find out before a time?
-- One row per event, the newest first, with the time of the record that shows its status.
WITH known AS (
  -- What a person corrected at that time or later was not known.
  SELECT
    thinking.* REPLACE (if(corrected.corrected_at >= make_timestamptz($as_of::BIGINT * 1000), corrected.type_by_rule, thinking.type) AS type)
  FROM thinking_events AS thinking
  LEFT JOIN thinking_corrections AS corrected ON corrected.event_id = thinking.event_id
)
SELECT
  thinking.event_id     AS event_id,
  thinking.session_id   AS session_id,
  thinking.commit_id    AS commit_id,
  thinking.occurred_at  AS occurred_at,
  thinking.type         AS type,
  thinking.status       AS status,
  shown.occurred_at     AS status_at,
  thinking.summary      AS summary,
  coalesce(left(events.body, 1500), '') AS body,
  thinking.files        AS files
FROM known AS thinking
LEFT JOIN events
  ON events.source_id = thinking.source_id AND events.line = thinking.line AND events.block = thinking.block
LEFT JOIN records AS shown
  ON shown.source_id = thinking.shown_by_source_id AND shown.line = thinking.shown_by_line
WHERE thinking.session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND thinking.type <> 'raw'
  AND ($as_of::BIGINT IS NULL OR thinking.occurred_at < make_timestamptz($as_of::BIGINT * 1000))
ORDER BY thinking.occurred_at DESC NULLS LAST, thinking.event_id
LIMIT $most::BIGINT
