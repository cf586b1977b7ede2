-- Which sessions worked in a folder?
-- One row per session, the oldest first.
SELECT session_id AS session_id
FROM sessions
WHERE (
    nfc_normalize(coalesce(cwd, project)) = nfc_normalize($root::VARCHAR)
    OR starts_with(nfc_normalize(coalesce(cwd, project)), nfc_normalize($root::VARCHAR) || '/')
  )
  AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
ORDER BY first_at NULLS FIRST, session_id
