-- When did sessions with a transcript run?
-- One row per session with a time.
SELECT
  project              AS project,
  epoch_ms(first_at)   AS first_ms,
  epoch_ms(last_at)    AS last_ms
FROM sessions
WHERE first_at IS NOT NULL AND kind <> 'prompts_only'
