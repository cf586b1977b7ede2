-- What did the sessions cost: by the client's own account, else by what each reply's record says, else by the table of prices?
-- One row per group, model, service and way of knowing. A reply counts once: its most complete record wins, of equal ones the last by time; the session that contains it first owns it.
--   client    the client's account of the whole session; it has requests that no transcript shows. It counts where it covers every reply
--             and the session copies none: a forked session's account continues the one that it copies, and so do accounts of one process.
--             By day or commit, replies have their own cost, and the rest of the account is on the only day of the session, else in a
--             separate group. An account that names no models cannot be split by model; it covers the replies before it
--   recorded  the record of the reply says what it cost; of a session that was captured or made, the metric of a turn. Such a session counts
--             while the transcript of the same session is not imported, and always when it is asked for by name
--   computed  tokens times the price of that day
--   unknown   no price is known
WITH files AS (
  FROM usage_files
),
own AS (
  FROM own_usage
),
replies AS (
  FROM counted_replies
),
-- Cache writes without a lifetime are for five minutes, the service's default.
replies_to_price AS (
  SELECT
    *,
    least(recorded_1h_tokens, cache_write_tokens)                       AS write_1h_tokens,
    cache_write_tokens - least(recorded_1h_tokens, cache_write_tokens)  AS write_5m_tokens
  FROM replies
),
priced AS (
  FROM priced_replies
),
accounts AS (
  SELECT
    session_id, count(*) AS accounts, arg_max(detail, (source_rank, line)) AS detail,
    arg_max(source_id, (source_rank, line)) AS source_id, arg_max(line, (source_rank, line)) AS line
  FROM records
  JOIN files USING (source_id)
  WHERE record_type IN ('cost-state', 'result')
    AND detail IS NOT NULL
    AND NOT is_copy
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
  GROUP BY session_id
),
one_process AS (
  FROM shared_processes
),
last_replies AS (
  SELECT source_id, max(line) AS last_line FROM own GROUP BY source_id
),
accounted AS (
  SELECT session_id, unnest(from_json(detail, '{"models": [{
    "model": "VARCHAR", "input_tokens": "BIGINT", "output_tokens": "BIGINT", "cache_read_tokens": "BIGINT", "cache_write_tokens": "BIGINT",
    "cost_usd": "DECIMAL(28,10)"
  }]}').models, recursive := true)
  FROM accounts
  UNION ALL
  SELECT session_id, '(not split by model)', NULL, NULL, NULL, NULL, TRY_CAST(detail ->> '$.total_cost_usd' AS DECIMAL(28, 10))
  FROM accounts
  LEFT JOIN last_replies USING (source_id)
  WHERE accounts = 1 AND coalesce(last_line, 0) < line AND $by::VARCHAR <> 'model' AND json_array_length(detail, '$.models') = 0
),
counted AS (
  SELECT
    session_id,
    model,
    sum(input_tokens)       AS input_tokens,
    sum(output_tokens)      AS output_tokens,
    sum(cache_read_tokens)  AS cache_read_tokens,
    sum(cache_write_tokens) AS cache_write_tokens
  FROM replies
  GROUP BY session_id, model
),
uncovered AS (
  SELECT counted.session_id
  FROM counted
  LEFT JOIN accounted
    ON accounted.session_id = counted.session_id
    AND (
      accounted.model = '(not split by model)'
      OR (
        accounted.model = counted.model
        AND accounted.input_tokens >= coalesce(counted.input_tokens, 0)
        AND accounted.output_tokens >= coalesce(counted.output_tokens, 0)
        AND accounted.cache_read_tokens >= coalesce(counted.cache_read_tokens, 0)
        AND accounted.cache_write_tokens >= coalesce(counted.cache_write_tokens, 0)
      )
    )
  WHERE accounted.cost_usd IS NULL
  UNION
  SELECT session_id
  FROM token_usage
  WHERE is_copy
    AND ($session::VARCHAR IS NULL OR session_id = $session::VARCHAR)
    AND reply_key NOT IN (SELECT reply_key FROM own)
  UNION
  SELECT copy.session_id
  FROM token_usage AS copy
  JOIN replies USING (reply_key)
  WHERE copy.session_id <> replies.session_id
  UNION
  FROM one_process
),
covered AS (
  SELECT session_id
  FROM accounted
  WHERE cost_usd IS NOT NULL AND session_id NOT IN (FROM uncovered)
  GROUP BY session_id
),
-- Sessions whose replies are in several groups of a grouping that accounts do not have.
divided AS (
  SELECT session_id
  FROM replies
  WHERE $by::VARCHAR IN ('day', 'commit') AND session_id IN (FROM covered)
  GROUP BY session_id
  HAVING $by::VARCHAR = 'commit' OR count(DISTINCT coalesce(strftime(occurred_at AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d'), '')) > 1
),
replies_known AS (
  SELECT
    session_id, source_id, line, model, service, occurred_at, (iteration IS NULL)::BIGINT AS replies, 1 AS requests, input_tokens, output_tokens, cache_read_tokens, write_5m_tokens, write_1h_tokens, web_searches, is_understated,
    CASE
      WHEN is_covered THEN 'client'
      WHEN recorded_usd IS NOT NULL THEN 'recorded'
      WHEN micro_usd IS NOT NULL THEN 'computed'
      ELSE 'unknown'
    END AS known,
    -- Exact numbers: sums are the same in every order in which they are added up.
    CASE WHEN is_covered THEN 0 ELSE recorded_usd END AS stated_usd,
    CASE WHEN NOT is_covered AND recorded_usd IS NULL THEN micro_usd END AS micro_usd
  FROM (
    SELECT
      *,
      session_id IN (FROM covered) AND (session_id NOT IN (FROM divided) OR (recorded_usd IS NULL AND micro_usd IS NULL)) AS is_covered
    FROM priced
  )
),
session_times AS (
  SELECT session_id, min(occurred_at) AS occurred_at FROM replies GROUP BY session_id
),
known AS (
  SELECT *, false AS is_rest
  FROM replies_known
  UNION ALL
  SELECT session_id, NULL, NULL, model, 'standard', session_times.occurred_at, 0, 0, 0, 0, 0, 0, 0, 0, false, 'client', cost_usd, NULL, false
  FROM accounted
  LEFT JOIN session_times USING (session_id)
  WHERE session_id IN (FROM covered) AND session_id NOT IN (FROM divided)
  UNION ALL
  SELECT session_id, NULL, NULL, '(not split by model)', 'standard', NULL, 0, 0, 0, 0, 0, 0, 0, 0, false, 'client', sum(cost_usd) - any_value(coalesce(used_usd, 0)), NULL, true
  FROM accounted
  LEFT JOIN (
    SELECT session_id, sum(coalesce(stated_usd, micro_usd / 1_000_000))::DECIMAL(28, 10) AS used_usd FROM replies_known GROUP BY session_id
  ) USING (session_id)
  WHERE session_id IN (FROM divided)
  GROUP BY session_id
)
SELECT
  CASE CASE WHEN is_rest THEN 'rest' ELSE $by::VARCHAR END
    WHEN 'rest' THEN '(not split)'
    WHEN 'session' THEN known.session_id
    WHEN 'project' THEN nfc_normalize(coalesce(project, ''))
    WHEN 'model' THEN known.model
    WHEN 'day' THEN coalesce(strftime(known.occurred_at AT TIME ZONE $zone::VARCHAR, '%Y-%m-%d'), '')
    -- The rows of a made commit have its id where those of a transcript have a file.
    WHEN 'commit' THEN coalesce(records.commit_id, known.source_id, '')
    ELSE ''
  END                            AS group_key,
  known.model                    AS model,
  service                        AS service,
  known                          AS known,
  sum(known.replies)::BIGINT     AS replies,
  sum(known.requests)::BIGINT    AS requests,
  TRY_CAST(sum(known.input_tokens) AS BIGINT)      AS input_tokens,
  TRY_CAST(sum(known.output_tokens) AS BIGINT)     AS output_tokens,
  TRY_CAST(sum(known.cache_read_tokens) AS BIGINT) AS cache_read_tokens,
  TRY_CAST(sum(write_5m_tokens) AS BIGINT)   AS cache_write_5m_tokens,
  TRY_CAST(sum(write_1h_tokens) AS BIGINT)   AS cache_write_1h_tokens,
  TRY_CAST(sum(web_searches) AS BIGINT)      AS web_searches,
  count(*) FILTER (WHERE is_understated) AS understated_replies,
  coalesce(sum(stated_usd)::DOUBLE, sum(micro_usd)::DOUBLE / 1_000_000) AS usd
FROM known
LEFT JOIN sessions ON sessions.session_id = known.session_id
LEFT JOIN records ON $by::VARCHAR = 'commit' AND records.source_id = known.source_id AND records.line = known.line
WHERE $session::VARCHAR IS NULL OR known.session_id = $session::VARCHAR
GROUP BY ALL
ORDER BY group_key, usd DESC NULLS LAST, model, service, known
