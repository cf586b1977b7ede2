-- Which sessions can be replayed, the earliest first?
-- One row per session with a prompt of a person.
SELECT
  session_id    AS session_id,
  tip_commit_id AS tip_commit_id,
  first_at      AS first_at
FROM sessions
WHERE tip_commit_id IS NOT NULL
  AND human_prompts + commands > 0
  AND ($project::VARCHAR IS NULL OR nfc_normalize(project) = nfc_normalize($project::VARCHAR))
ORDER BY first_at NULLS LAST, session_id
