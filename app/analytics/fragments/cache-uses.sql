-- How much of what the request before had in the prompt cache did each reply read, and why not all of it?
-- One row per reply that another one of its chain precedes; metrics build on it. A break is a reply that reads less than 90 % of what was
-- cached, by at least 2,048 tokens. The cause is the service's word where it is recorded, else the first that the records show.
WITH requests AS (
  SELECT
    session_number, chain, reply_key, occurred_at, source_id, line, model_number, service, skill,
    cache_miss_reason, context_tokens, write_1h_tokens, write_5m_tokens, input_tokens,
    coalesce(cache_read_tokens, 0) AS read_tokens,
    coalesce(cache_read_tokens, 0) + coalesce(write_5m_tokens, 0) + coalesce(write_1h_tokens, 0) AS cached_tokens
  FROM replies
  WHERE iteration_kind IS NULL AND context_tokens > 0
),
-- The chain of a compaction is that of its commit.
compacted AS (
  SELECT session_number, compactions.occurred_at, coalesce(commits.chain, CASE WHEN is_main THEN 'main' END) AS chain
  FROM compactions
  LEFT JOIN commits USING (commit_id)
),
followed AS (
  SELECT
    *,
    lag(cached_tokens) OVER chain_of AS expected_tokens,
    lag(occurred_at) OVER chain_of AS before_at,
    lag(context_tokens) OVER chain_of AS context_before,
    lag(model_number) OVER chain_of AS model_before,
    lag(service) OVER chain_of AS service_before,
    lag(skill) OVER chain_of AS skill_before,
    -- Tokens are kept for five minutes, unless they were written for an hour.
    CASE WHEN coalesce(lag(write_1h_tokens) OVER chain_of, 0) > 0 THEN 3_600_000 ELSE 300_000 END AS lifetime_ms,
    first_value(cached_tokens) OVER chain_of AS first_cached_tokens
  FROM requests
  WINDOW chain_of AS (PARTITION BY session_number, chain ORDER BY occurred_at NULLS FIRST, source_id, line)
),
measured AS (
  SELECT
    *,
    read_tokens < 0.9 * expected_tokens AND expected_tokens - read_tokens >= 2_048 AS is_break,
    greatest(0, expected_tokens - read_tokens) AS lost_tokens,
    date_diff('millisecond', before_at, occurred_at) AS gap_ms
  FROM followed
  WHERE expected_tokens IS NOT NULL
)
SELECT
  reply_key, expected_tokens, read_tokens, is_break, gap_ms,
  CASE WHEN is_break THEN lost_tokens ELSE 0 END AS lost_tokens,
  -- What the reply had to write or read without the cache, though it had been cached.
  CASE WHEN is_break THEN least(lost_tokens, coalesce(write_1h_tokens, 0) + coalesce(write_5m_tokens, 0) + coalesce(input_tokens, 0)) ELSE 0 END AS repeated_tokens,
  CASE
    WHEN NOT is_break THEN NULL
    WHEN read_tokens = 0 THEN 'everything'
    WHEN read_tokens <= first_cached_tokens THEN 'after the first request'
    ELSE 'in the conversation'
  END AS lost_from,
  CASE WHEN is_break AND cache_miss_reason IS NOT NULL THEN 'service' WHEN is_break THEN 'records' END AS known_from,
  CASE
    WHEN NOT is_break THEN NULL
    WHEN cache_miss_reason = 'previous_message_not_found' AND gap_ms > lifetime_ms THEN 'lifetime_passed'
    WHEN cache_miss_reason IS NOT NULL THEN cache_miss_reason
    WHEN EXISTS (
      FROM compacted
      WHERE compacted.session_number = measured.session_number
        AND compacted.chain = measured.chain
        AND compacted.occurred_at BETWEEN before_at AND measured.occurred_at
    ) THEN 'compaction'
    WHEN EXISTS (
      FROM commits
      JOIN fact_sessions USING (session_id)
      WHERE fact_sessions.session_number = measured.session_number
        AND commits.chain = measured.chain
        AND branch_of = 'rewind'
        AND started_at BETWEEN before_at AND measured.occurred_at
    ) THEN 'rewind'
    WHEN model_number <> model_before OR service <> service_before THEN 'model_changed'
    WHEN gap_ms > lifetime_ms THEN 'lifetime_passed'
    WHEN context_tokens < context_before THEN 'smaller_context'
    WHEN skill IS NOT NULL AND skill IS DISTINCT FROM skill_before THEN 'skill_began'
    ELSE 'not_explained'
  END AS cause
FROM measured
