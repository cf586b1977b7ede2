-- Where was the context compacted, and what went before it?
-- One new row per compaction boundary of the sessions of this batch.
INSERT INTO compactions BY NAME
WITH RECURSIVE chains AS (
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
),
compacted AS (
  SELECT commits.commit_id, commits.parent_id, commits.chain, commits.commit_type
  FROM commits
  WHERE session_id IN (SELECT session_id FROM fact_batch SEMI JOIN boundaries USING (session_number))
),
-- The commits that follow a compaction, those nearest to it: the boundary may end the commit before the one with the summary.
following AS (
  SELECT boundaries.source_id, boundaries.line, coalesce(summary.commit_id, own.commit_id) AS commit_id, 0 AS depth
  FROM boundaries
  JOIN (SELECT *, CASE WHEN commit_type <> 'compaction' THEN commit_id END AS before_id FROM compacted) AS own ON own.commit_id = boundaries.commit_id
  LEFT JOIN compacted AS summary
    ON summary.parent_id = own.before_id AND summary.chain = own.chain AND summary.commit_type = 'compaction'
  UNION ALL
  SELECT following.source_id, following.line, compacted.commit_id, depth + 1
  FROM following
  JOIN compacted ON compacted.parent_id = following.commit_id
  WHERE depth < 8
),
-- The size of the context that the first reply after a compaction saw.
next_replies AS (
  SELECT following.source_id, following.line, arg_min(fact_usage.context_tokens, fact_usage.line) AS tokens_next
  FROM following
  JOIN fact_events AS said ON said.source_id = following.source_id AND said.commit_id = following.commit_id AND said.line > following.line
  JOIN fact_usage ON fact_usage.source_id = said.source_id AND fact_usage.line = said.line
  WHERE NOT fact_usage.is_copy AND fact_usage.iteration IS NULL AND fact_usage.context_tokens > 0 AND fact_usage.model <> '<synthetic>'
  GROUP BY following.source_id, following.line
),
-- What each boundary says that all compactions so far have dropped, copies included: a fork continues the sum of what it copies.
dropped AS (
  SELECT source_id, line, so_far, lag(so_far) OVER in_file AS before, row_number() OVER in_file AS nth
  FROM (
    SELECT source_id, line, TRY_CAST(detail ->> '$.dropped_tokens' AS BIGINT) AS so_far
    FROM fact_records
    WHERE subtype = 'compact_boundary'
  )
  WINDOW in_file AS (PARTITION BY source_id ORDER BY line)
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
  tokens_next                                           AS tokens_next,
  -- The sum so far, less what it was before; of a later one without a sum before it, it is not available.
  CASE WHEN nth = 1 AND compactions_so_far = 1 THEN so_far WHEN so_far >= before THEN so_far - before END AS tokens_dropped,
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
LEFT JOIN next_replies ON next_replies.source_id = boundaries.source_id AND next_replies.line = boundaries.line
LEFT JOIN dropped ON dropped.source_id = boundaries.source_id AND dropped.line = boundaries.line
