-- How large was the context before each prompt of a human, and after the last reply to it?
-- One row per prompt with a reply whose size is known, and one for replies before the first prompt.
WITH marks AS (
  SELECT session_number, source_id, line, turn, NULL::BIGINT AS context_tokens, false AS is_cut
  FROM turns
  UNION ALL
  SELECT session_number, source_id, line, NULL, context_tokens, false
  FROM replies
  WHERE is_main AND iteration_kind IS NULL AND context_tokens > 0
  UNION ALL
  SELECT session_number, source_id, line, NULL, NULL, true
  FROM compactions
  WHERE is_main
),
placed AS (
  SELECT
    marks.session_number,
    context_tokens,
    row_number() OVER chain_order AS place,
    coalesce(last_value(turn IGNORE NULLS) OVER chain_order, 0) AS turn,
    (sum(is_cut::BIGINT) OVER chain_order)::BIGINT AS cuts
  FROM marks
  LEFT JOIN sources ON sources.source_id = marks.source_id
  WINDOW chain_order AS (
    PARTITION BY marks.session_number
    ORDER BY coalesce(sources.place, 0), marks.source_id, marks.line, turn NULLS LAST, is_cut DESC ROWS UNBOUNDED PRECEDING
  )
),
sized AS (
  SELECT
    session_number,
    turn,
    count(*) AS replies,
    arg_max({'tokens': context_tokens, 'cuts': cuts}, place) AS last
  FROM placed
  WHERE context_tokens IS NOT NULL
  GROUP BY session_number, turn
),
compared AS (
  SELECT *, lag(last) OVER (PARTITION BY session_number ORDER BY turn) AS before
  FROM sized
)
SELECT
  session_number                                                        AS session_number,
  turn                                                                  AS turn,
  replies                                                               AS replies,
  before.tokens                                                         AS context_before,
  last.tokens                                                           AS context_after,
  last.cuts - before.cuts                                               AS compacted,
  CASE WHEN last.cuts = before.cuts THEN last.tokens - before.tokens END AS growth
FROM compared
