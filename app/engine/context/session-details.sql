-- How large are the chats of these sessions?
-- One row per session.
SELECT
  sessions.session_id                                         AS session_id,
  title                                                       AS title,
  human_prompts + commands                                    AS turns,
  last_at                                                     AS last_at,
  coalesce((
    SELECT sum(chars)
    FROM events
    WHERE events.session_id = sessions.session_id
      AND events.session_id IN (SELECT unnest($sessions::VARCHAR[]))
      AND chain = 'main'
      AND kind IN ('prompt', 'response', 'tool_call')
      AND NOT is_copy
  ), 0)::BIGINT                                               AS chars
FROM sessions
WHERE sessions.session_id IN (SELECT unnest($sessions::VARCHAR[]))
