-- Which replies read much less from the prompt cache than the request before had put there, why, and what did that cost?
-- One row per break, the most lost tokens first.
WITH uses AS (
  FROM cache_uses
),
costs AS (
  FROM priced_breaks
)
SELECT
  chosen.session_id            AS session_id,
  chosen.chain                 AS chain,
  chosen.occurred_at           AS occurred_at,
  name                         AS model,
  cause                        AS cause,
  evidence                     AS evidence,
  known_from                   AS known_from,
  lost_from                    AS lost_from,
  lost_after::INTEGER          AS lost_after,
  lost_source_id               AS lost_source_id,
  lost_line::INTEGER           AS lost_line,
  file_line_of(lost_source_id, lost_line)::INTEGER AS lost_file_line,
  gap_ms::BIGINT               AS gap_ms,
  expected_tokens              AS expected_tokens,
  read_tokens                  AS read_tokens,
  uses.lost_tokens       AS lost_tokens,
  usd                          AS usd,
  chosen.source_id             AS source_id,
  chosen.line                  AS line,
  file_line_of(chosen.source_id, chosen.line) AS file_line
FROM (
  FROM chosen_replies_with_sessions
) AS chosen
JOIN uses USING (reply_key, session_number)
JOIN fact_names ON number = model_number
LEFT JOIN costs USING (reply_key)
WHERE is_break
  AND ($cause::VARCHAR IS NULL OR cause = $cause::VARCHAR)
ORDER BY lost_tokens DESC, session_id, chosen.source_id, chosen.line
