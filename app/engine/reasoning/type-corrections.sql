-- Of which texts did a person correct the type?
-- One row per text, the last corrected first.
SELECT
  given.event_id                              AS event_id,
  given.type                                  AS type,
  given.type_by_rule                          AS type_by_rule,
  given.reason                                AS reason,
  given.corrected_at                          AS corrected_at,
  thinking.event_id IS NOT NULL               AS applies,
  coalesce(thinking.summary, '')              AS summary,
  coalesce(thinking.session_id, given.session_id) AS session_id,
  coalesce(sessions.title, thinking.session_id, given.session_id) AS title
FROM thinking_corrections AS given
LEFT JOIN thinking_events AS thinking ON thinking.event_id = given.event_id
LEFT JOIN sessions ON sessions.session_id = coalesce(thinking.session_id, given.session_id)
WHERE $session::VARCHAR IS NULL OR coalesce(thinking.session_id, given.session_id) = $session::VARCHAR
ORDER BY given.corrected_at DESC, given.event_id
