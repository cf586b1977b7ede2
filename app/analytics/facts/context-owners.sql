-- What did each owner put into the contexts, and what did the requests after it carry of it?
-- One new row per session of this batch, main chain or sub-agents, model, service, quarter of an hour, owner and whether the requests are long.
-- The estimates of the items of a request are scaled so that they add up to its recorded tokens; what no record contains is an owner too. The
-- first tokens of a request are those that were read from the cache. Fractions are added up as decimals: sums of doubles depend on the order
-- of the rows in their last digits.
INSERT INTO context_owners BY NAME
WITH token_weights AS (
  FROM given_weights
),
-- The weights of each model: those with the longest name that is part of its name.
model_weights AS (
  SELECT number AS model_number, token_weights.model AS weights
  FROM fact_names
  JOIN token_weights ON contains(fact_names.name, token_weights.model)
  QUALIFY row_number() OVER (PARTITION BY number ORDER BY length(token_weights.model) DESC) = 1
),
content_weights AS (
  UNPIVOT (SELECT model AS weights, response, thinking, tool_call, tool_result, prompt, injected, per_call FROM token_weights)
  ON response, thinking, tool_call, tool_result, prompt, injected
  INTO NAME content VALUE weight
),
beginnings AS (
  SELECT reply_key, source_id, is_copy, min(line) AS line
  FROM fact_usage
  WHERE model <> '<synthetic>' AND iteration IS NULL
  GROUP BY reply_key, source_id, is_copy
),
-- The replies of each session by its own records, and those that it inherited: those of another session change nothing here.
said_here AS (
  SELECT
    session_number, reply_key, is_copy,
    unnest(arg_max(
      {
        'source_id': source_id, 'chain': chain, 'model': model, 'service': service, 'occurred_at': occurred_at, 'context_tokens': context_tokens,
        'cache_read_tokens': cache_read_tokens, 'input_tokens': input_tokens, 'cache_write_tokens': cache_write_tokens,
        'cache_write_1h_tokens': cache_write_1h_tokens
      },
      (account_rank, coalesce(occurred_at, '-infinity'::TIMESTAMPTZ), source_id, line)
    ))
  FROM fact_usage
  JOIN fact_batch USING (session_id)
  WHERE model <> '<synthetic>' AND iteration IS NULL AND NOT starts_with(session_id, 'live/')
  GROUP BY session_number, reply_key, is_copy
),
asked AS (
  SELECT
    said_here.reply_key, said_here.session_number, said_here.chain, said_here.chain = 'main' AS is_main, fact_said.is_own,
    fact_said.agent_number,
    fact_names.number AS model_number,
    weights,
    coalesce(said_here.service, 'standard') AS service,
    TRY_CAST((epoch_us(said_here.occurred_at) - (epoch_us(said_here.occurred_at) % 900_000_000 + 900_000_000) % 900_000_000) // 900_000_000 AS INTEGER) AS quarter,
    said_here.context_tokens::DOUBLE AS tokens,
    least(coalesce(said_here.cache_read_tokens, 0), said_here.context_tokens)::DOUBLE AS cached,
    coalesce(said_here.input_tokens, 0)::DOUBLE AS input_tokens,
    coalesce(said_here.cache_write_tokens - least(coalesce(said_here.cache_write_1h_tokens, 0), said_here.cache_write_tokens), 0)::DOUBLE AS write_5m_tokens,
    coalesce(least(coalesce(said_here.cache_write_1h_tokens, 0), said_here.cache_write_tokens), 0)::DOUBLE AS write_1h_tokens,
    fact_said.step AS nth,
    fact_said.stretch AS stretch
  FROM said_here
  JOIN fact_names ON fact_names.name = nfc_normalize(coalesce(nullif(said_here.model, ''), '(none)'))
  JOIN model_weights ON model_weights.model_number = fact_names.number
  JOIN beginnings
    ON beginnings.reply_key = said_here.reply_key AND beginnings.source_id = said_here.source_id AND beginnings.is_copy = said_here.is_copy
  JOIN fact_said ON fact_said.source_id = beginnings.source_id AND fact_said.line = beginnings.line AND fact_said.block = 0
    AND fact_said.session_number = said_here.session_number AND fact_said.is_own = NOT said_here.is_copy
  WHERE said_here.context_tokens > 0
),
-- By whose weights the requests of a stretch read what is in it.
readers AS (
  SELECT DISTINCT session_number, chain, stretch, weights FROM asked
),
-- What was put in between two replies of a stretch, owner by owner; a stretch reads itself and those before it.
put_in AS (
  SELECT session_number, chain, stretch, step, owner_kind, owner, content, count(*) AS items, sum(weighed_chars) AS weighed, sum(counted_tokens) AS counted
  FROM fact_owners
  GROUP BY ALL
),
read_before AS (
  SELECT session_number, chain, ways.stretch, -1_000_000_000 - steps_before AS step, owner_kind, owner, content, items, weighed, counted
  FROM put_in
  JOIN (SELECT session_number, chain, stretch, earlier, steps_before FROM fact_earlier_stretches) AS ways USING (session_number, chain)
  WHERE put_in.stretch = ways.earlier
),
owner_steps AS (
  SELECT
    session_number, chain, stretch, weights, step, owner_kind, owner,
    sum((weighed * weight + counted + CASE content WHEN 'tool_call' THEN items * per_call ELSE 0 END)::DECIMAL(18, 6)) AS estimate
  FROM (FROM put_in UNION ALL BY NAME FROM read_before) AS put_in
  JOIN readers USING (session_number, chain, stretch)
  JOIN content_weights USING (weights, content)
  GROUP BY ALL
),
-- What was put in between two replies; a request carries what is before it.
steps AS (
  SELECT session_number, chain, stretch, weights, step, sum(estimate) AS estimate
  FROM owner_steps
  GROUP BY ALL
),
so_far AS (
  SELECT *, sum(estimate) OVER (PARTITION BY session_number, chain, stretch, weights ORDER BY step) AS after, after - estimate AS before
  FROM steps
),
-- In one order, steps and requests take a tenth of the time of an ASOF join: each request sees the sum of the steps before it.
in_order AS (
  SELECT session_number, chain, stretch, weights, step::DOUBLE AS place, estimate, NULL AS reply_key
  FROM steps
  UNION ALL
  SELECT session_number, chain, stretch, weights, nth - 0.5, 0, reply_key
  FROM asked
),
known AS (
  SELECT asked.*, known
  FROM asked
  JOIN (
    SELECT session_number, reply_key, sum(estimate) OVER (PARTITION BY session_number, chain, stretch, weights ORDER BY place ROWS UNBOUNDED PRECEDING) AS known
    FROM in_order
    QUALIFY reply_key IS NOT NULL
  ) AS sums USING (session_number, reply_key)
),
-- The stretch with which each one begins: its requests contain what the first request after that leaves for what is not recorded.
roots AS (
  SELECT session_number, chain, stretch, arg_max(earlier, steps_before) AS root
  FROM fact_earlier_stretches
  GROUP BY ALL
),
left_over AS (
  SELECT
    known.*,
    greatest(0, first_value(tokens - known) OVER (PARTITION BY session_number, chain, coalesce(root, stretch) ORDER BY nth)) AS missing
  FROM known
  LEFT JOIN roots USING (session_number, chain, stretch)
  QUALIFY is_own
),
scaled AS (
  SELECT
    *,
    CASE
      WHEN known = 0 THEN 0
      WHEN missing >= tokens THEN tokens / (missing + known)
      ELSE least(4, (tokens - missing) / known)
    END AS scale,
    tokens - scale * known AS unrecorded
  FROM left_over
),
-- Which part of the estimates was read from the cache: what is not recorded comes first.
split AS (
  SELECT *, CASE WHEN scale > 0 THEN least(known, greatest(0, cached - unrecorded) / scale) ELSE 0 END AS cached_estimate
  FROM scaled
),
read_so_far AS (
  SELECT session_number, chain, stretch, weights, before AS reads, { 'step': step, 'before': before, 'estimate': estimate } AS last, NULL AS reply_key
  FROM so_far
  UNION ALL
  SELECT session_number, chain, stretch, weights, cached_estimate, NULL, reply_key
  FROM split
),
reached AS (
  SELECT
    split.*,
    coalesce(last.step, -2_000_000_000) AS cached_step,
    CASE WHEN last.estimate > 0 THEN least(1, (cached_estimate - last.before) / last.estimate) ELSE 0 END AS cached_part
  FROM split
  JOIN (
    SELECT
      session_number, reply_key,
      last_value(last IGNORE NULLS) OVER (
        PARTITION BY session_number, chain, stretch, weights ORDER BY reads, reply_key NULLS FIRST, last.step ROWS UNBOUNDED PRECEDING
      ) AS last
    FROM read_so_far
    QUALIFY reply_key IS NOT NULL
  ) AS reads USING (session_number, reply_key)
),
-- What of a request that was not read from the cache was written to it or read without it, in the proportion of the whole request.
priced AS (
  SELECT
    *,
    tokens > 200_000 AS is_long,
    coalesce(least(1, input_tokens / nullif(tokens - cached, 0)), 0) AS input_share,
    coalesce(least(1, write_5m_tokens / nullif(tokens - cached, 0)), 0) AS write_5m_share,
    coalesce(least(1, write_1h_tokens / nullif(tokens - cached, 0)), 0) AS write_1h_share
  FROM reached
),
-- A request carries the steps before its mark: what it read of them from the cache ends at another mark. With sums of the marks behind
-- a step, requests and owners need not be paired.
marks AS (
  SELECT
    session_number, chain, stretch, weights, is_main, agent_number, model_number, service, quarter, is_long,
    nth AS ends_before, 1 AS requests, scale AS carried, 0.0 AS cached,
    scale * input_share AS input, scale * write_5m_share AS write_5m, scale * write_1h_share AS write_1h
  FROM priced
  UNION ALL
  SELECT
    session_number, chain, stretch, weights, is_main, agent_number, model_number, service, quarter, is_long,
    ends_before, 0, 0, scale * part, -scale * part * input_share, -scale * part * write_5m_share, -scale * part * write_1h_share
  FROM (
    SELECT *, cached_step + 1 AS ends_before, cached_part AS part FROM priced
    UNION ALL
    SELECT *, cached_step, 1 - cached_part FROM priced
  )
),
groups AS (
  SELECT session_number, chain, stretch, weights, is_main, agent_number, model_number, service, quarter, is_long, max(ends_before) AS last_end
  FROM marks
  GROUP BY ALL
),
marked AS (
  SELECT * EXCLUDE (ends_before), ends_before - 0.5 AS place, NULL AS owner_kind, NULL AS owner, 0.0 AS estimate
  FROM marks
  UNION ALL BY NAME
  SELECT
    session_number, chain, stretch, weights, is_main, agent_number, model_number, service, quarter, is_long,
    0 AS requests, 0.0 AS carried, 0.0 AS cached, 0.0 AS input, 0.0 AS write_5m, 0.0 AS write_1h,
    step::DOUBLE AS place, owner_kind, owner, estimate
  FROM owner_steps
  JOIN groups USING (session_number, chain, stretch, weights)
  WHERE step < last_end
),
behind AS (
  SELECT
    * EXCLUDE (requests, carried, cached, input, write_5m, write_1h, place),
    sum(requests) OVER marks_behind AS requests,
    (sum(carried::DECIMAL(18, 12)) OVER marks_behind)::DOUBLE AS carried, (sum(cached::DECIMAL(18, 12)) OVER marks_behind)::DOUBLE AS cached,
    (sum(input::DECIMAL(18, 12)) OVER marks_behind)::DOUBLE AS input, (sum(write_5m::DECIMAL(18, 12)) OVER marks_behind)::DOUBLE AS write_5m,
    (sum(write_1h::DECIMAL(18, 12)) OVER marks_behind)::DOUBLE AS write_1h
  FROM marked
  WINDOW marks_behind AS (
    PARTITION BY session_number, chain, stretch, weights, is_main, agent_number, model_number, service, quarter, is_long ORDER BY place DESC
  )
  QUALIFY owner_kind IS NOT NULL
),
carried AS (
  SELECT
    session_number, chain, stretch, weights, is_main, agent_number, model_number, service, quarter, is_long, owner_kind, owner,
    max(requests) AS requests,
    sum((estimate * carried)::DECIMAL(24, 6)) AS own_tokens,
    sum((estimate * cached)::DECIMAL(24, 6)) AS own_cached,
    sum((estimate * input)::DECIMAL(24, 6)) AS input_tokens,
    sum((estimate * write_5m)::DECIMAL(24, 6)) AS write_5m_tokens,
    sum((estimate * write_1h)::DECIMAL(24, 6)) AS write_1h_tokens
  FROM behind
  GROUP BY ALL
),
shares AS (
  SELECT * EXCLUDE (chain, stretch, weights) FROM carried WHERE requests > 0
  UNION ALL BY NAME
  SELECT
    session_number, is_main, agent_number, model_number, service, quarter, is_long, 'client' AS owner_kind, 'not recorded' AS owner,
    1 AS requests, unrecorded::DECIMAL(24, 6) AS own_tokens, least(cached, unrecorded)::DECIMAL(24, 6) AS own_cached,
    (greatest(0, unrecorded - cached) * input_share)::DECIMAL(24, 6) AS input_tokens,
    (greatest(0, unrecorded - cached) * write_5m_share)::DECIMAL(24, 6) AS write_5m_tokens,
    (greatest(0, unrecorded - cached) * write_1h_share)::DECIMAL(24, 6) AS write_1h_tokens
  FROM priced
  WHERE unrecorded > 0
),
grouped AS (
  SELECT
    session_number, is_main, agent_number, model_number, service, quarter, is_long, owner_kind, owner,
    sum(requests) AS requests, sum(own_tokens) AS own_tokens, sum(own_cached) AS own_cached,
    greatest(0, sum(input_tokens)) AS input_tokens, greatest(0, sum(write_5m_tokens)) AS write_5m_tokens,
    greatest(0, sum(write_1h_tokens)) AS write_1h_tokens
  FROM shares
  GROUP BY ALL
),
-- Whole tokens that add up to those of the requests of a group: of the sum so far, what was not there before.
summed AS (
  SELECT *, round(sum(own_tokens) OVER in_group)::BIGINT AS tokens_so_far, round(sum(own_cached) OVER in_group)::BIGINT AS cached_so_far
  FROM grouped
  WINDOW in_group AS (
    PARTITION BY session_number, is_main, agent_number, model_number, service, quarter, is_long ORDER BY owner_kind, owner ROWS UNBOUNDED PRECEDING
  )
),
costs AS (
  SELECT
    * EXCLUDE (own_tokens, own_cached),
    tokens_so_far - lag(tokens_so_far, 1, 0) OVER in_group AS own_tokens,
    cached_so_far - lag(cached_so_far, 1, 0) OVER in_group AS own_cached
  FROM summed
  WINDOW in_group AS (PARTITION BY session_number, is_main, agent_number, model_number, service, quarter, is_long ORDER BY owner_kind, owner)
),
counted AS (
  SELECT
    session_number, is_main, agent_number, model_number, service, quarter, owner_kind, owner, is_long,
    0 AS items, 0 AS chars, requests, own_tokens AS tokens, own_cached AS cached_tokens, input_tokens, write_5m_tokens, write_1h_tokens
  FROM costs
  UNION ALL
  SELECT
    session_number, is_main, agent_number, model_number, 'standard', quarter, owner_kind, owner, false,
    count(*), sum(chars), 0, 0, 0, 0, 0, 0
  FROM fact_owners
  WHERE is_own
  GROUP BY ALL
)
SELECT
  session_number                AS session_number,
  is_main                       AS is_main,
  agent_number                  AS agent_number,
  model_number                  AS model_number,
  service                       AS service,
  quarter                       AS quarter,
  owner_kind                    AS owner_kind,
  owner                         AS owner,
  is_long                       AS is_long,
  sum(items)::BIGINT            AS items,
  sum(chars)::BIGINT            AS chars,
  sum(requests)::BIGINT         AS requests,
  sum(tokens)::BIGINT           AS tokens,
  sum(cached_tokens)::BIGINT    AS cached_tokens,
  sum(input_tokens)::DOUBLE     AS input_tokens,
  sum(write_5m_tokens)::DOUBLE  AS write_5m_tokens,
  sum(write_1h_tokens)::DOUBLE  AS write_1h_tokens
FROM counted
GROUP BY ALL
