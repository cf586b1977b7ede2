-- Which sessions does the beginning of an id mean?
-- One row per session, in the order of the ids, at most 21.
SELECT
  session_id    AS session_id,
  tip_commit_id AS tip_commit_id
FROM sessions
WHERE nfc_normalize(session_id) = nfc_normalize($text::VARCHAR)
  OR ($as_prefix::BOOLEAN AND starts_with(nfc_normalize(session_id), nfc_normalize($text::VARCHAR)))
ORDER BY session_id
LIMIT 21
