-- Where was the context compacted, and what went before it?
-- One new row per compaction boundary of the sessions of this batch.
INSERT INTO compactions BY NAME
WITH chains AS (
  SELECT session_number, chain, min(occurred_at) AS first_at
  FROM fact_events
  GROUP BY session_number, chain
),
boundaries AS (
  SELECT
    fact_events.*,
    lag(prompts_so_far, 1, 0) OVER chain_order AS prompts_at_last,
    CASE WHEN compactions_so_far = 1 THEN first_at ELSE lag(occurred_at) OVER chain_order END AS last_at,
    first_at
  FROM fact_events
  JOIN chains USING (session_number, chain)
  WHERE is_boundary
  WINDOW chain_order AS (PARTITION BY session_number, chain ORDER BY place)
)
SELECT
  boundaries.session_number                             AS session_number,
  is_main                                               AS is_main,
  agent_number                                          AS agent_number,
  boundaries.model_number                               AS model_number,
  boundaries.quarter                                    AS quarter,
  boundaries.occurred_at                                AS occurred_at,
  compactions_so_far::INTEGER                           AS number,
  coalesce(detail, made_detail) ->> '$.trigger'                                AS trigger,
  TRY_CAST(coalesce(detail, made_detail) ->> '$.pre_tokens' AS BIGINT)  AS tokens_before,
  TRY_CAST(coalesce(detail, made_detail) ->> '$.post_tokens' AS BIGINT) AS tokens_after,
  prompts_so_far - prompts_at_last                      AS prompts_since,
  prompts_so_far                                        AS prompts_before,
  -- By a clock that was put back the one before may be the later one.
  CASE WHEN boundaries.occurred_at >= last_at THEN epoch_ms(boundaries.occurred_at) - epoch_ms(last_at) END AS ms_since,
  epoch_ms(boundaries.occurred_at) - epoch_ms(first_at) AS ms_from_start,
  boundaries.source_id                                  AS source_id,
  boundaries.line                                       AS line,
  boundaries.commit_id                                  AS commit_id
FROM boundaries
LEFT JOIN fact_records ON fact_records.source_id = boundaries.source_id AND fact_records.line = boundaries.line
