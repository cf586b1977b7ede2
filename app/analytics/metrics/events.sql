-- Which events are these?
-- One row per event, copies left out, in the order of sessions, chains, files and lines.
WITH counted AS (
  SELECT
    session_number,
    any_value(session_id) AS session_id,
    -- Where no fact counts what is asked for, every session is looked at.
    sum(
      CASE
        WHEN $failed::BOOLEAN IS NOT NULL THEN 0
        WHEN $kind::VARCHAR IS NULL THEN events
        WHEN $kind::VARCHAR = 'typed prompt' THEN prompts
        WHEN $kind::VARCHAR = 'response' THEN responses
        WHEN $kind::VARCHAR = 'tool_call' THEN tool_calls
        ELSE 0
      END
    ) AS found
  FROM (
    FROM chosen_activity_with_sessions
  )
  WHERE ($weekday::VARCHAR IS NULL OR isodow(make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR) = $weekday::BIGINT)
    AND ($hour::VARCHAR IS NULL OR hour(make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR) = $hour::BIGINT)
  GROUP BY session_number
),
-- As many sessions as the rows that are wanted come from.
shown AS (
  SELECT session_id
  FROM (SELECT *, sum(found) OVER (ORDER BY session_id ROWS UNBOUNDED PRECEDING) - found AS before FROM counted)
  WHERE $limit::BIGINT IS NULL OR before < $limit::BIGINT
),
-- Those that say which model a line belongs to, where one is asked for.
told_records AS (
  SELECT source_id, line, session_id, chain, model
  FROM records
  SEMI JOIN shown USING (session_id)
),
told AS (
  SELECT
    *,
    CASE WHEN kind = 'prompt' AND class IN ('human_prompt', 'queued_prompt') THEN 'typed prompt' ELSE kind END AS told_kind
  FROM (
    FROM events_of_model
  )
  SEMI JOIN shown USING (session_id)
  WHERE NOT is_copy
    AND ($chains::VARCHAR = 'both' OR (chain = 'main') = ($chains::VARCHAR = 'main'))
    AND ($since_ms::BIGINT IS NULL OR occurred_at >= make_timestamptz($since_ms::BIGINT * 1000))
    AND ($until_ms::BIGINT IS NULL OR occurred_at < make_timestamptz($until_ms::BIGINT * 1000))
    AND ($failed::BOOLEAN IS NULL OR is_error = $failed::BOOLEAN)
    AND ($weekday::VARCHAR IS NULL OR isodow(occurred_at AT TIME ZONE $zone::VARCHAR) = $weekday::BIGINT)
    AND ($hour::VARCHAR IS NULL OR hour(occurred_at AT TIME ZONE $zone::VARCHAR) = $hour::BIGINT)
)
SELECT
  session_id         AS session_id,
  chain              AS chain,
  told_kind          AS kind,
  class              AS class,
  tool_name          AS tool_name,
  is_error           AS is_error,
  occurred_at        AS occurred_at,
  chars              AS chars,
  source_id          AS source_id,
  line               AS line,
  commit_id          AS commit_id
FROM told
WHERE $kind::VARCHAR IS NULL OR told_kind = $kind::VARCHAR
ORDER BY session_id, chain <> 'main', chain, source_id, line, block
