-- What did people type?
-- One row per prompt, in the order of time: the newest, with the number of all. Copies from other sessions are excluded, and texts of the client have
-- other classes.
WITH newest AS (
  SELECT
    events.session_id                              AS session_id,
    coalesce(sessions.title, events.session_id)    AS title,
    events.source_id                               AS source_id,
    events.line                                    AS line,
    events.occurred_at                             AS occurred_at,
    events.commit_id                               AS commit_id,
    left(events.body, 4000)                        AS body,
    events.block                                   AS block,
    count(*) OVER ()                               AS total
  FROM events
  JOIN sessions ON sessions.session_id = events.session_id
  WHERE events.kind = 'prompt'
    AND events.class IN (SELECT unnest($classes::VARCHAR[]))
    AND events.chain = 'main'
    AND NOT events.is_copy
    AND events.body IS NOT NULL
    AND ($project::VARCHAR IS NULL OR nfc_normalize(sessions.project) = nfc_normalize($project::VARCHAR))
  ORDER BY events.occurred_at DESC NULLS LAST, events.source_id DESC, events.line DESC, events.block DESC
  LIMIT $most::BIGINT
)
SELECT
  session_id      AS session_id,
  title           AS title,
  source_id       AS source_id,
  line            AS line,
  occurred_at     AS occurred_at,
  commit_id       AS commit_id,
  body            AS body,
  total           AS total
FROM newest
ORDER BY occurred_at NULLS FIRST, source_id, line, block
