-- What did the sessions cost?
-- One row per group, most expensive first. A cost is from the client's account of a whole session, else from the record of the reply, else from the prices of that day. An account counts where it covers every reply of the session, the session copies none, and no other session has the same process; it cannot be split by agents or by dates, and one that names no models cannot be split by model. By day or month, the rest of an account beside the replies is in the only one of the session, else in a row of that kind (not split).
WITH one_process AS (
  FROM shared_processes
),
accounted AS (
  SELECT accounts.*, session_id, project, template, version
  FROM accounts
  JOIN (
    FROM chosen_sessions
  ) AS sessions USING (session_number)
  WHERE (accounts.model <> '(not split by model)' OR $by::VARCHAR <> 'model' AND $model_number::INTEGER IS NULL)
    AND $chains::VARCHAR = 'both' AND $agent_number::INTEGER IS NULL AND $by::VARCHAR <> 'agent-type' AND $since_ms::BIGINT IS NULL AND $until_ms::BIGINT IS NULL
),
used AS (
  SELECT
    session_number, model_number,
    sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cache_read_tokens) AS cache_read_tokens,
    sum(write_5m_tokens::HUGEINT + write_1h_tokens) AS cache_write_tokens
  FROM spending
  SEMI JOIN accounted USING (session_number)
  GROUP BY session_number, model_number
),
uncovered AS (
  SELECT used.session_number
  FROM used
  JOIN fact_names ON number = model_number
  LEFT JOIN accounted
    ON accounted.session_number = used.session_number
    AND (
      accounted.model = '(not split by model)'
      OR (
        accounted.model = name
        AND accounted.input_tokens >= coalesce(used.input_tokens, 0)
        AND accounted.output_tokens >= coalesce(used.output_tokens, 0)
        AND accounted.cache_read_tokens >= coalesce(used.cache_read_tokens, 0)
        AND accounted.cache_write_tokens >= coalesce(used.cache_write_tokens, 0)
      )
    )
  WHERE accounted.cost_usd IS NULL
  UNION
  SELECT session_number FROM shared_replies SEMI JOIN accounted USING (session_number)
  UNION
  SELECT session_number FROM accounted SEMI JOIN one_process USING (session_id)
),
covered AS (
  SELECT *
  FROM accounted
  ANTI JOIN uncovered USING (session_number)
  WHERE cost_usd IS NOT NULL
),
-- Sessions with an account, where days are asked for: the account is on their only day.
spent AS (
  SELECT session_number, min(group_key) AS group_key, count(DISTINCT group_key) > 1 AS is_divided, sum(usd) AS usd
  FROM (
    FROM chosen_spending
  ) AS spending
  SEMI JOIN covered USING (session_number)
  WHERE $by::VARCHAR IN ('day', 'month')
  GROUP BY session_number
),
chosen AS (
  SELECT
    group_key, covered.session_number IS NOT NULL AND (known = 'unknown' OR NOT coalesce(is_divided, false)) AS is_covered, known,
    sum(replies) AS replies, sum(requests) AS requests, sum(understated_replies) AS understated, sum(spending.usd) AS usd
  FROM (
    FROM chosen_spending
  ) AS spending
  LEFT JOIN (SELECT DISTINCT session_number FROM covered) AS covered USING (session_number)
  LEFT JOIN (SELECT session_number, is_divided FROM spent) AS spent USING (session_number)
  GROUP BY ALL
),
known AS (
  SELECT group_name, CASE WHEN is_covered THEN 'client' ELSE known END AS known, replies, requests, CASE WHEN is_covered THEN 0 ELSE understated END AS understated, CASE WHEN is_covered THEN 0 ELSE usd END AS usd
  FROM chosen
  JOIN (
    FROM chosen_groups
  ) AS groups USING (group_key)
  UNION ALL
  SELECT
    CASE $by::VARCHAR
      WHEN 'session' THEN session_id
      WHEN 'project' THEN coalesce(nullif(nfc_normalize(project), ''), '(none)')
      WHEN 'template' THEN coalesce(nullif(template, ''), '(none)')
      WHEN 'version' THEN coalesce(nullif(version, ''), '(none)')
      WHEN 'model' THEN covered.model
      ELSE 'total'
    END,
    'client',
    0,
    0,
    0,
    cost_usd
  FROM covered
  WHERE $by::VARCHAR NOT IN ('day', 'month') AND ($model::VARCHAR IS NULL OR nfc_normalize(covered.model) = nfc_normalize($model::VARCHAR))
  UNION ALL
  SELECT
    CASE WHEN is_divided OR group_name IS NULL THEN '(not split by ' || $by::VARCHAR || ')' ELSE group_name END,
    'client',
    0,
    0,
    0,
    sum(cost_usd) - any_value(CASE WHEN is_divided THEN coalesce(spent.usd, 0) ELSE 0 END)
  FROM covered
  LEFT JOIN spent USING (session_number)
  LEFT JOIN (
    FROM chosen_groups
  ) AS groups USING (group_key)
  WHERE $by::VARCHAR IN ('day', 'month') AND ($model::VARCHAR IS NULL OR nfc_normalize(covered.model) = nfc_normalize($model::VARCHAR))
  GROUP BY session_number, is_divided, group_name
)
SELECT
  group_name                                                              AS group_name,
  sum(replies)::BIGINT                                                    AS replies,
  sum(usd)::DOUBLE                                                        AS usd,
  coalesce(sum(usd) FILTER (WHERE known = 'client'), 0)::DOUBLE           AS client_usd,
  coalesce(sum(usd) FILTER (WHERE known = 'recorded'), 0)::DOUBLE         AS recorded_usd,
  coalesce(sum(usd) FILTER (WHERE known = 'computed'), 0)::DOUBLE         AS computed_usd,
  coalesce(sum(requests) FILTER (WHERE known = 'unknown'), 0)::BIGINT     AS unpriced_replies,
  sum(understated)::BIGINT                                                AS understated_replies
FROM known
GROUP BY group_name
ORDER BY CASE WHEN $by::VARCHAR IN ('day', 'month') THEN group_name END, usd DESC NULLS LAST, group_name
