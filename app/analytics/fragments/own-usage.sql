-- Which records say what a reply used?
-- One row per record that is not a copy; several can belong to a reply. With a session: every record of each reply that it contains.
-- Statements build on it, over their own table named files.
SELECT token_usage.*, source_rank * 1_000_000_000 + line AS place
FROM token_usage
JOIN files USING (source_id)
WHERE NOT is_copy
  AND model <> '<synthetic>'
  AND (
    $session::VARCHAR IS NULL
    OR reply_key IN (SELECT reply_key FROM token_usage WHERE session_id = $session::VARCHAR AND NOT is_copy)
  )
