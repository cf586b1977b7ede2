-- Which events, or corrections of events that are no longer there, have an id with this beginning?
-- One row per event.
SELECT
  event_id                                      AS event_id,
  coalesce(type_by_rule, type)                  AS type_by_rule,
  session_id                                    AS session_id,
  source_id                                     AS source_id,
  line                                          AS line,
  block                                         AS block,
  true                                          AS is_there
FROM thinking_events
WHERE starts_with(event_id, $event::VARCHAR)
UNION ALL
SELECT
  event_id                                      AS event_id,
  type_by_rule                                  AS type_by_rule,
  session_id                                    AS session_id,
  source_id                                     AS source_id,
  line                                          AS line,
  block                                         AS block,
  false                                         AS is_there
FROM thinking_corrections
WHERE starts_with(event_id, $event::VARCHAR) AND event_id NOT IN (SELECT event_id FROM thinking_events)
ORDER BY event_id
LIMIT 6
