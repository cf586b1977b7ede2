-- What happened in the sessions of this batch, copies left out, in the order of each chain?
-- Makes a table for this batch. One row per event. Made commits have events and no records; their order is that of the commits.
CREATE OR REPLACE TEMP TABLE fact_events AS
WITH made AS (
  SELECT commit_id, session_id, position FROM commits WHERE starts_with(session_id, 'live/')
)
SELECT
  fact_sessions.session_number,
  events.session_id,
  events.chain,
  events.chain = 'main' AS is_main,
  coalesce(fact_lines.model, '(none)') AS model,
  events.occurred_at,
  make_timestamptz(epoch_us(events.occurred_at) - (epoch_us(events.occurred_at) % 900_000_000 + 900_000_000) % 900_000_000) AS quarter_at,
  events.source_id,
  events.line,
  events.block,
  row_number() OVER (
    PARTITION BY events.session_id, events.chain ORDER BY coalesce(made.position, 0), events.source_id, events.line, events.block
  ) AS place,
  events.kind,
  events.class,
  events.kind = 'prompt' AND events.class IN ('human_prompt', 'queued_prompt') AS is_prompt,
  events.kind = 'system' AND (events.subtype = 'compact_boundary' OR starts_with(events.session_id, 'live/') AND events.class = 'compaction') AS is_boundary,
  events.chars,
  events.tool_name,
  events.tool_use_id,
  events.is_error,
  events.subtype,
  events.commit_id
FROM events
JOIN fact_sessions USING (session_id)
LEFT JOIN fact_lines ON fact_lines.source_id = events.source_id AND fact_lines.line = events.line AND fact_lines.session_id = events.session_id
LEFT JOIN made ON made.commit_id = events.source_id AND made.session_id = events.session_id
WHERE NOT events.is_copy AND events.session_id IN (SELECT unnest($sessions::VARCHAR[]))
