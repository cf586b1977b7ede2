-- What did these sessions decide, drop and weigh?
-- One row per event, the newest first.
SELECT
  thinking.event_id                             AS event_id,
  thinking.type                                 AS type,
  thinking.status                               AS status,
  thinking.summary                              AS summary,
  thinking.files                                AS files,
  thinking.source_id                            AS source_id,
  thinking.line                                 AS line,
  thinking.shown_by_source_id                   AS shown_by_source_id,
  thinking.shown_by_line                        AS shown_by_line,
  thinking.session_id                           AS session_id,
  coalesce(sessions.title, thinking.session_id) AS title,
  thinking.occurred_at                          AS occurred_at
FROM thinking_events AS thinking
LEFT JOIN sessions ON sessions.session_id = thinking.session_id
WHERE thinking.session_id IN (SELECT unnest($sessions::VARCHAR[]))
  AND thinking.type IN ('decision', 'rejection', 'tradeoff')
ORDER BY thinking.occurred_at DESC NULLS LAST, thinking.source_id DESC, thinking.line DESC, thinking.block DESC, thinking.event_id
LIMIT $most::BIGINT
