-- With which prompt did each session begin, and where?
-- One row per session with a prompt of a person, the earliest first. Records copied from another session are excluded.
SELECT
  events.session_id   AS session_id,
  events.occurred_at  AS occurred_at,
  coalesce(events.body, '') AS body,
  commits.cwd         AS cwd,
  commits.git_branch  AS git_branch
FROM events
JOIN commits ON commits.commit_id = events.commit_id
WHERE events.kind = 'prompt'
  AND events.class IN ('human_prompt', 'queued_prompt')
  AND events.chain = 'main'
  AND NOT events.is_copy
  AND events.occurred_at IS NOT NULL
  AND commits.cwd IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY events.session_id ORDER BY events.occurred_at, events.line) = 1
ORDER BY occurred_at, session_id
