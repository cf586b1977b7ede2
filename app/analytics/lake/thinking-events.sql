-- What was decided, dropped or weighed?
-- One row per passage and type.
SELECT
  hidden(sessions.project)                                    AS project,
  strftime(sessions.first_at, '%Y-%m')                        AS month,
  item.event_id                                               AS event_id,
  known_id(item.session_id)                                   AS session_id,
  known_id(item.chain)                                        AS chain,
  item.occurred_at                                            AS occurred_at,
  known_word(item.type)                                       AS type,
  known_word(item.type_by_rule)                               AS type_by_rule,
  left_out(item.summary)                                      AS summary,
  known_word(item.status)                                     AS status,
  known_word(item.origin)                                     AS origin,
  known_id(item.commit_id)                                    AS commit_id,
  hidden(item.source_id)                                      AS source_id,
  item.line                                                   AS line,
  item.block                                                  AS block,
  known_id(item.record_uuid)                                  AS record_uuid,
  list_transform(item.files, lambda of_list: hidden(of_list)) AS files,
  hidden(item.shown_by_source_id)                             AS shown_by_source_id,
  item.shown_by_line                                          AS shown_by_line
FROM thinking_events item
JOIN thinking_sessions ON thinking_sessions.session_id = item.session_id
LEFT JOIN sessions ON sessions.session_id = item.session_id
