-- What did each owner put into the contexts, and what did the requests after it carry of it?
-- One new row per session of this batch, main chain or sub-agents, model, service, quarter of an hour, owner and whether the requests are long.
-- The estimates of the items of a request are scaled so that they add up to its recorded tokens; what no record contains is an owner too. The
-- first tokens of a request are those that were read from the cache.
INSERT INTO context_owners BY NAME
WITH beginnings AS (
  SELECT reply_key, source_id, min(line) AS line
  FROM fact_usage
  WHERE NOT is_copy AND model <> '<synthetic>' AND iteration IS NULL
  GROUP BY reply_key, source_id
),
asked AS (
  SELECT
    replies.reply_key, replies.session_number, replies.chain, replies.is_main, replies.agent_number, replies.model_number, replies.service, replies.quarter,
    replies.context_tokens::DOUBLE AS tokens,
    least(coalesce(replies.cache_read_tokens, 0), replies.context_tokens)::DOUBLE AS cached,
    coalesce(replies.input_tokens, 0)::DOUBLE AS input_tokens,
    coalesce(replies.write_5m_tokens, 0)::DOUBLE AS write_5m_tokens,
    coalesce(replies.write_1h_tokens, 0)::DOUBLE AS write_1h_tokens,
    fact_events.replies_so_far AS nth,
    fact_events.compactions_so_far AS stretch
  FROM replies
  JOIN fact_batch USING (session_number)
  JOIN beginnings ON beginnings.reply_key = replies.reply_key AND beginnings.source_id = replies.source_id
  JOIN fact_events ON fact_events.source_id = beginnings.source_id AND fact_events.line = beginnings.line AND fact_events.block = 0
    AND fact_events.session_number = replies.session_number
  WHERE replies.iteration_kind IS NULL AND replies.context_tokens > 0
),
-- What was put in between two replies, in tokens by the mean of all contents; a request carries what is before it in its stretch.
steps AS (
  SELECT session_number, chain, compactions_so_far AS stretch, replies_so_far AS step, sum(chars) / 2.69 AS estimate
  FROM fact_owners
  GROUP BY ALL
),
so_far AS (
  SELECT *, sum(estimate) OVER (PARTITION BY session_number, chain, stretch ORDER BY step) AS after, after - estimate AS before
  FROM steps
),
known AS (
  SELECT asked.*, coalesce(after, 0) AS known
  FROM asked
  ASOF LEFT JOIN so_far
    ON so_far.session_number = asked.session_number AND so_far.chain = asked.chain AND so_far.stretch = asked.stretch AND so_far.step < asked.nth
),
left_over AS (
  SELECT
    *,
    greatest(0, first_value(tokens - known) OVER (PARTITION BY session_number, chain, stretch ORDER BY nth)) AS missing
  FROM known
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
reached AS (
  SELECT split.*, coalesce(step, 0) AS cached_step, CASE WHEN estimate > 0 THEN least(1, (cached_estimate - before) / estimate) ELSE 0 END AS cached_part
  FROM split
  ASOF LEFT JOIN so_far
    ON so_far.session_number = split.session_number AND so_far.chain = split.chain AND so_far.stretch = split.stretch AND so_far.before <= split.cached_estimate
),
owner_steps AS (
  SELECT session_number, chain, compactions_so_far AS stretch, owner_kind, owner, replies_so_far AS step, sum(chars) / 2.69 AS estimate
  FROM fact_owners
  GROUP BY ALL
),
owner_so_far AS (
  SELECT *, sum(estimate) OVER (PARTITION BY session_number, chain, stretch, owner_kind, owner ORDER BY step) AS after, after - estimate AS before
  FROM owner_steps
),
owners AS (
  SELECT DISTINCT session_number, chain, stretch, owner_kind, owner FROM owner_steps
),
pairs AS (
  SELECT reached.*, owner_kind, owner
  FROM reached
  JOIN owners USING (session_number, chain, stretch)
),
carried AS (
  SELECT
    pairs.*,
    scale * had.after AS own_tokens,
    scale * least(had.after, CASE
      WHEN read.step IS NULL THEN 0
      WHEN read.step = cached_step THEN read.before + cached_part * read.estimate
      ELSE read.after
    END) AS own_cached
  FROM pairs
  ASOF JOIN owner_so_far AS had
    ON had.session_number = pairs.session_number AND had.chain = pairs.chain AND had.stretch = pairs.stretch
    AND had.owner_kind = pairs.owner_kind AND had.owner = pairs.owner AND had.step < pairs.nth
  ASOF LEFT JOIN owner_so_far AS read
    ON read.session_number = pairs.session_number AND read.chain = pairs.chain AND read.stretch = pairs.stretch
    AND read.owner_kind = pairs.owner_kind AND read.owner = pairs.owner AND read.step <= pairs.cached_step
),
shares AS (
  SELECT
    reply_key, session_number, is_main, agent_number, model_number, service, quarter, tokens, cached, input_tokens, write_5m_tokens, write_1h_tokens,
    owner_kind, owner, own_tokens, own_cached
  FROM carried
  UNION ALL
  SELECT
    reply_key, session_number, is_main, agent_number, model_number, service, quarter, tokens, cached, input_tokens, write_5m_tokens, write_1h_tokens,
    'client', 'not recorded', unrecorded, least(cached, unrecorded)
  FROM reached
  WHERE unrecorded > 0
),
-- Whole tokens that add up to those of the request: of the sum so far, what was not there before.
summed AS (
  SELECT *, round(sum(own_tokens) OVER in_request)::BIGINT AS tokens_so_far, round(sum(own_cached) OVER in_request)::BIGINT AS cached_so_far
  FROM shares
  WINDOW in_request AS (PARTITION BY reply_key ORDER BY owner_kind, owner ROWS UNBOUNDED PRECEDING)
),
costs AS (
  SELECT
    * EXCLUDE (own_tokens, own_cached),
    tokens_so_far - lag(tokens_so_far, 1, 0) OVER in_request AS own_tokens,
    cached_so_far - lag(cached_so_far, 1, 0) OVER in_request AS own_cached
  FROM summed
  WINDOW in_request AS (PARTITION BY reply_key ORDER BY owner_kind, owner)
),
counted AS (
  SELECT
    session_number, is_main, agent_number, model_number, service, quarter, owner_kind, owner, tokens > 200_000 AS is_long,
    0 AS items, 0 AS chars, count(*) AS requests,
    sum(own_tokens) AS tokens, sum(own_cached) AS cached_tokens,
    -- What was not read from the cache was written to it or read without it, in the proportion of the whole request.
    sum(greatest(0, own_tokens - own_cached) * coalesce(input_tokens / nullif(tokens - cached, 0), 0)) AS input_tokens,
    sum(greatest(0, own_tokens - own_cached) * coalesce(write_5m_tokens / nullif(tokens - cached, 0), 0)) AS write_5m_tokens,
    sum(greatest(0, own_tokens - own_cached) * coalesce(write_1h_tokens / nullif(tokens - cached, 0), 0)) AS write_1h_tokens
  FROM costs
  GROUP BY ALL
  UNION ALL
  SELECT
    session_number, is_main, agent_number, model_number, 'standard', quarter, owner_kind, owner, false,
    count(*), sum(chars), 0, 0, 0, 0, 0, 0
  FROM fact_owners
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
