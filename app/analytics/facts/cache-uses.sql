-- How much of what the request before had in the prompt cache did each reply read, and why not all of it?
-- One new row per reply of the given sessions that another one of its chain precedes; metrics build on it. A break is a reply that reads less
-- than 90 % of what was cached, by at least 2,048 tokens. The cause is the service's word where it is recorded, else the first that the
-- records show.
INSERT INTO cache_uses BY NAME
WITH asked AS (
  SELECT session_number
  FROM fact_sessions
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
),
all_replies AS (
  SELECT replies.*, false AS is_copy
  FROM replies
  SEMI JOIN asked USING (session_number)
  UNION ALL BY NAME
  -- What a fork or a resumed session copied from another: its last reply precedes the first own one.
  SELECT replies.* REPLACE (shared_replies.session_number AS session_number), true AS is_copy
  FROM shared_replies
  SEMI JOIN asked USING (session_number)
  JOIN replies USING (reply_key)
  WHERE replies.session_number <> shared_replies.session_number
),
requests AS (
  SELECT
    session_number, chain, reply_key, occurred_at, source_id, line, model_number, service, is_copy,
    cache_miss_reason, context_tokens, write_1h_tokens, write_5m_tokens, input_tokens,
    greatest(0, coalesce(output_tokens, 0) - coalesce(thinking_tokens, 0)) AS said_tokens,
    coalesce(cache_read_tokens, 0) AS read_tokens,
    coalesce(cache_read_tokens, 0) + coalesce(write_5m_tokens, 0) + coalesce(write_1h_tokens, 0) AS cached_tokens,
    CASE WHEN coalesce(write_1h_tokens, 0) > 0 THEN 3_600_000 WHEN coalesce(write_5m_tokens, 0) > 0 THEN 300_000 END AS kept_ms
  FROM all_replies
  WHERE iteration_kind IS NULL AND context_tokens > 0
),
followed AS (
  SELECT
    *,
    row_number() OVER chain_of AS nth,
    lag(cached_tokens) OVER chain_of AS expected_tokens,
    lag(cached_tokens, 2) OVER chain_of AS expected_earlier,
    lag(is_copy) OVER chain_of AS was_copy,
    lag(reply_key) OVER chain_of AS key_before,
    lag(reply_key, 2) OVER chain_of AS key_earlier,
    lag(occurred_at) OVER chain_of AS before_at,
    lag(context_tokens) OVER chain_of AS context_before,
    lag(said_tokens) OVER chain_of AS said_before,
    lag(model_number) OVER chain_of AS model_before,
    lag(service) OVER chain_of AS service_before,
    lead(read_tokens) OVER chain_of AS read_next,
    -- Tokens are kept for five minutes, unless they were written for an hour.
    coalesce(last_value(kept_ms IGNORE NULLS) OVER (chain_of ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 300_000) AS lifetime_ms,
    first_value(cached_tokens) OVER chain_of AS first_cached_tokens
  FROM requests
  WINDOW chain_of AS (PARTITION BY session_number, chain ORDER BY occurred_at NULLS FIRST, source_id, line)
),
measured AS (
  SELECT
    *,
    read_tokens < 0.9 * expected_tokens AND expected_tokens - read_tokens >= 2_048
      -- Another request beside the conversation: a much smaller one, after which the conversation still finds what it had.
      AND NOT coalesce(context_tokens * 2 < context_before AND read_next >= 0.9 * expected_tokens, false) AS may_break
  FROM followed
  WHERE expected_tokens IS NOT NULL AND NOT is_copy
),
-- When the replies of possible breaks began and ended: requests that overlap cannot read what the other one writes.
spans AS (
  SELECT reply_key, min(token_usage.occurred_at) AS began_at, max(token_usage.occurred_at) AS ended_at, min({ 'source_id': source_id, 'line': line }) AS first_record, max({ 'source_id': source_id, 'line': line }) AS last_record
  FROM token_usage
  WHERE NOT is_copy AND reply_key IN (SELECT unnest([reply_key, key_before, key_earlier]) FROM measured WHERE may_break)
  GROUP BY reply_key
),
judged AS (
  SELECT
    measured.*,
    own.began_at,
    own.first_record,
    earlier.began_at AS earlier_began_at,
    earlier.first_record AS earlier_first_record,
    date_diff('millisecond', coalesce(earlier.began_at, before_at), coalesce(own.began_at, measured.occurred_at)) AS began_gap_ms,
    may_break AND NOT coalesce(
      -- The request before had not ended: what counts is the one before that; and the same for one that follows two such.
      (
        (own.began_at < earlier.ended_at OR (own.first_record < earlier.last_record AND own.first_record.source_id = earlier.last_record.source_id))
        OR (earlier.began_at < earliest.ended_at OR (earlier.first_record < earliest.last_record AND earlier.first_record.source_id = earliest.last_record.source_id))
      )
      AND (read_tokens >= 0.9 * expected_earlier OR expected_earlier - read_tokens < 2_048 OR expected_earlier IS NULL),
      false
    ) AS is_break
  FROM measured
  LEFT JOIN spans AS own ON own.reply_key = measured.reply_key
  LEFT JOIN spans AS earlier ON earlier.reply_key = key_before
  LEFT JOIN spans AS earliest ON earliest.reply_key = key_earlier
),
breaks AS (
  SELECT judged.*, session_id
  FROM judged
  JOIN fact_sessions USING (session_number)
  WHERE is_break
),
-- When was the request of a reply that began late sent? What was last put before its first record: the time until then is no thinking.
sent AS (
  SELECT breaks.reply_key, date_diff('millisecond', any_value(earlier_began_at), max(events.occurred_at)) AS sent_gap_ms
  FROM breaks
  JOIN events
    ON events.session_id = breaks.session_id
   AND events.chain = breaks.chain
   AND events.occurred_at BETWEEN earlier_began_at AND began_at
  WHERE began_gap_ms > lifetime_ms AND NOT events.is_copy AND events.kind IN ('prompt', 'tool_result')
    AND NOT (events.source_id = first_record.source_id AND events.line >= first_record.line)
  GROUP BY breaks.reply_key
),
-- What happened from the first record of one reply to that of the next: what a reply calls cannot change the request behind it. Records of the request itself can follow the first one of its reply.
changes AS (
  SELECT
    breaks.reply_key,
    string_agg(DISTINCT change, '; ') FILTER (part = 'tools') AS tools,
    string_agg(DISTINCT change, '; ') FILTER (part = 'system') AS system,
    string_agg(DISTINCT change, '; ') FILTER (part = 'messages') AS messages,
    string_agg(DISTINCT change, '; ') FILTER (part = 'effort') AS effort,
    string_agg(DISTINCT change, '; ') FILTER (part = 'parameters') AS parameters,
    string_agg(DISTINCT change, '; ') FILTER (part = 'skill') AS skill,
    string_agg(DISTINCT change, '; ') FILTER (part = 'mode') AS mode,
    string_agg(DISTINCT change, '; ') FILTER (part IN ('rules', 'servers')) AS beside
  FROM breaks
  JOIN prefix_changes
    ON prefix_changes.session_id = breaks.session_id
   AND prefix_changes.chain = breaks.chain
   AND CASE
     WHEN part IN ('skill', 'mode', 'rules', 'servers') OR starts_with(change, '/')
       THEN prefix_changes.occurred_at BETWEEN coalesce(earlier_began_at, before_at) AND coalesce(began_at, breaks.occurred_at)
         AND NOT coalesce(prefix_changes.source_id = first_record.source_id AND prefix_changes.line >= first_record.line, false)
         AND NOT coalesce(prefix_changes.source_id = earlier_first_record.source_id AND prefix_changes.line < earlier_first_record.line, false)
     ELSE prefix_changes.occurred_at BETWEEN before_at AND breaks.occurred_at
   END
  GROUP BY breaks.reply_key
),
-- The chain of a compaction is that of its commit.
compacted AS (
  SELECT DISTINCT breaks.reply_key
  FROM compactions
  LEFT JOIN commits USING (commit_id)
  JOIN breaks
    ON breaks.session_number = compactions.session_number
   AND breaks.chain = coalesce(commits.chain, CASE WHEN is_main THEN 'main' END)
   AND compactions.occurred_at BETWEEN before_at AND coalesce(began_at, breaks.occurred_at)
),
rewound AS (
  SELECT DISTINCT breaks.reply_key
  FROM commits
  JOIN breaks ON breaks.session_id = commits.session_id AND breaks.chain = commits.chain AND started_at BETWEEN before_at AND coalesce(began_at, breaks.occurred_at)
  WHERE branch_of = 'rewind'
),
-- The last request before a break in the conversation whose tokens were all read: the break is behind it. What a request beside the
-- conversation had is not part of what the others had.
reached AS (
  SELECT breaks.reply_key, max({ 'nth': followed.nth, 'source_id': followed.source_id, 'line': followed.line }) AS last_read
  FROM breaks
  JOIN followed
    ON followed.session_number = breaks.session_number AND followed.chain = breaks.chain AND followed.nth < breaks.nth
   AND followed.cached_tokens <= breaks.read_tokens
   AND NOT coalesce(followed.context_tokens * 2 < followed.context_before AND followed.read_next >= 0.9 * followed.expected_tokens, false)
  WHERE breaks.read_tokens > breaks.first_cached_tokens
  GROUP BY breaks.reply_key
),
explained AS (
  SELECT
    breaks.reply_key,
    expected_tokens - read_tokens AS lost_tokens,
    compacted.reply_key IS NOT NULL AS is_compacted,
    CASE
      WHEN read_tokens = 0 THEN 'everything'
      WHEN read_tokens <= first_cached_tokens THEN 'behind the system prompt'
      ELSE 'in the conversation'
    END AS lost_from,
    last_read,
    CASE WHEN cache_miss_reason IS NOT NULL THEN 'service' ELSE 'records' END AS known_from,
    CASE
      WHEN cache_miss_reason = 'previous_message_not_found' AND coalesce(sent_gap_ms, began_gap_ms) > lifetime_ms THEN 'lifetime_passed'
      WHEN cache_miss_reason IS NOT NULL THEN cache_miss_reason
      WHEN was_copy THEN 'resumed_or_forked'
      WHEN compacted.reply_key IS NOT NULL THEN 'compaction'
      WHEN rewound.reply_key IS NOT NULL THEN 'rewind'
      WHEN model_number <> model_before OR service <> service_before THEN 'model_changed'
      WHEN effort IS NOT NULL THEN 'effort_changed'
      -- Tools and system prompt come first: what is behind them cannot be read when they change.
      WHEN tools IS NOT NULL AND read_tokens <= first_cached_tokens THEN 'tools_changed'
      WHEN system IS NOT NULL AND read_tokens <= first_cached_tokens THEN 'system_changed'
      WHEN parameters IS NOT NULL THEN 'parameters_changed'
      WHEN coalesce(sent_gap_ms, began_gap_ms) > lifetime_ms THEN 'lifetime_passed'
      WHEN messages IS NOT NULL THEN 'messages_changed'
      WHEN context_tokens < context_before + said_before THEN 'smaller_context'
      WHEN skill IS NOT NULL THEN 'skill_began'
      WHEN mode IS NOT NULL THEN 'mode_began'
      ELSE 'not_explained'
    END AS cause,
    began_gap_ms, coalesce(sent_gap_ms, began_gap_ms) AS sent_gap_ms, lifetime_ms, context_tokens, context_before, said_before, model_number, model_before, service, service_before,
    tools, system, messages, effort, parameters, skill, mode, beside
  FROM breaks
  LEFT JOIN sent ON sent.reply_key = breaks.reply_key
  LEFT JOIN changes ON changes.reply_key = breaks.reply_key
  LEFT JOIN compacted ON compacted.reply_key = breaks.reply_key
  LEFT JOIN rewound ON rewound.reply_key = breaks.reply_key
  LEFT JOIN reached ON reached.reply_key = breaks.reply_key
)
SELECT
  judged.session_number,
  judged.reply_key,
  expected_tokens,
  judged.read_tokens,
  is_break,
  coalesce(judged.began_gap_ms, date_diff('millisecond', before_at, judged.occurred_at)) AS gap_ms,
  coalesce(explained.lost_tokens, 0) AS lost_tokens,
  -- What the reply had to write or read without the cache, though it had been cached. A compaction replaces the conversation: only what is before it is written again.
  CASE
    WHEN is_break THEN least(
      explained.lost_tokens,
      coalesce(write_1h_tokens, 0) + coalesce(write_5m_tokens, 0) + coalesce(input_tokens, 0),
      CASE WHEN is_compacted THEN greatest(0, first_cached_tokens - judged.read_tokens) ELSE explained.lost_tokens END
    )
    ELSE 0
  END AS repeated_tokens,
  lost_from,
  CASE WHEN lost_from = 'in the conversation' THEN coalesce(last_read.nth, 1) END AS lost_after,
  CASE WHEN lost_from = 'in the conversation' THEN last_read.source_id END AS lost_source_id,
  CASE WHEN lost_from = 'in the conversation' THEN last_read.line END AS lost_line,
  known_from,
  cause,
  nullif(concat_ws(
    '; ',
    CASE
      WHEN cause = 'lifetime_passed' THEN (explained.sent_gap_ms // 60_000) || ' min passed, kept for ' || (explained.lifetime_ms // 60_000) || ' min'
      WHEN cause = 'previous_message_not_found' THEN 'the lifetime had not passed: the service may have lost it'
      WHEN cause = 'model_changed' AND explained.model_number <> explained.model_before
        THEN (SELECT name FROM fact_names WHERE number = explained.model_before) || ' → ' || (SELECT name FROM fact_names WHERE number = explained.model_number)
      WHEN cause = 'model_changed' AND explained.service <> explained.service_before THEN explained.service_before || ' → ' || explained.service
      WHEN cause = 'smaller_context' THEN (explained.context_before + explained.said_before - explained.context_tokens) || ' tokens were left out'
      WHEN cause IN ('tools_changed', 'unavailable') AND tools IS NOT NULL THEN tools
      WHEN cause = 'system_changed' THEN system
      WHEN cause = 'messages_changed' THEN messages
      WHEN cause = 'effort_changed' THEN effort
      WHEN cause IN ('parameters_changed', 'unavailable') THEN concat_ws('; ', parameters, effort)
      WHEN cause = 'skill_began' THEN skill
      WHEN cause = 'mode_began' THEN mode
    END,
    CASE WHEN cause <> 'tools_changed' AND contains(coalesce(tools, ''), '(MCP)') THEN tools END,
    beside
  ), '') AS evidence
FROM judged
LEFT JOIN explained ON explained.reply_key = judged.reply_key
ORDER BY judged.session_number
