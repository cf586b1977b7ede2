-- What was added to the context between two replies of a chain, by kind, and how much larger it was then by the usage of the replies?
-- One row per reply that another one follows without a compaction, a microcompaction or a rewind between them.
WITH beginnings AS (
  SELECT reply_key, source_id, min(line) AS line
  FROM token_usage
  WHERE NOT is_copy AND iteration IS NULL AND model <> '<synthetic>'
  GROUP BY reply_key, source_id
),
-- A condition on one side of an outer join would make DuckDB compare every pair of rows.
parts AS (
  SELECT
    events.session_id, events.chain, sources.place, events.source_id, events.line, events.block,
    events.kind, events.class, events.subtype, events.chars, events.weighed_chars, events.counted_tokens,
    CASE WHEN events.block = 0 THEN events.line END AS first_line
  FROM events
  JOIN sources ON sources.source_id = events.source_id
  WHERE NOT events.is_copy
),
placed AS (
  SELECT
    parts.session_id, parts.chain, parts.kind, parts.class, parts.subtype, parts.chars, parts.weighed_chars, parts.counted_tokens, beginnings.reply_key,
    CASE
      WHEN kind <> 'prompt' THEN kind
      WHEN class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input', 'sidechain_prompt', 'agent_message') THEN 'prompt'
      ELSE 'injected'
    END AS content,
    count(beginnings.reply_key) OVER (
      PARTITION BY parts.session_id, parts.chain
      ORDER BY parts.place, parts.source_id, parts.line, parts.block ROWS UNBOUNDED PRECEDING
    ) AS step
  FROM parts
  LEFT JOIN beginnings ON beginnings.source_id = parts.source_id AND beginnings.line = parts.first_line
),
added AS (
  SELECT
    max(reply_key) AS reply_key,
    lead(max(reply_key)) OVER (PARTITION BY session_id, chain ORDER BY step) AS next_key,
    coalesce(sum(chars) FILTER (WHERE content = 'response'), 0)    AS response,
    coalesce(sum(chars) FILTER (WHERE content = 'thinking'), 0)    AS thinking,
    coalesce(sum(chars) FILTER (WHERE content = 'tool_call'), 0)   AS tool_call,
    coalesce(sum(chars) FILTER (WHERE content = 'tool_result'), 0) AS tool_result,
    coalesce(sum(chars) FILTER (WHERE content = 'prompt'), 0)      AS prompt,
    coalesce(sum(chars) FILTER (WHERE content = 'injected'), 0)    AS injected,
    {
      'response': coalesce(sum(weighed_chars) FILTER (WHERE content = 'response'), 0),
      'thinking': coalesce(sum(weighed_chars) FILTER (WHERE content = 'thinking'), 0),
      'tool_call': coalesce(sum(weighed_chars) FILTER (WHERE content = 'tool_call'), 0),
      'tool_result': coalesce(sum(weighed_chars) FILTER (WHERE content = 'tool_result'), 0),
      'prompt': coalesce(sum(weighed_chars) FILTER (WHERE content = 'prompt'), 0),
      'injected': coalesce(sum(weighed_chars) FILTER (WHERE content = 'injected'), 0)
    } AS weighed,
    coalesce(sum(counted_tokens) FILTER (WHERE content IN ('response', 'thinking', 'tool_call', 'tool_result', 'prompt', 'injected')), 0) AS counted,
    count(*) FILTER (WHERE kind = 'tool_call')                  AS calls,
    count(*) FILTER (WHERE subtype IN ('compact_boundary', 'root_summary', 'microcompact_boundary')) AS cuts
  FROM placed
  GROUP BY session_id, chain, step
)
SELECT
  added.* EXCLUDE (next_key, cuts),
  replies.context_tokens                        AS context_before,
  after.context_tokens                          AS context_after,
  after.context_tokens - replies.context_tokens AS growth
FROM added
JOIN replies ON replies.reply_key = added.reply_key
JOIN replies AS after ON after.reply_key = added.next_key
WHERE added.cuts = 0 AND replies.context_tokens > 0 AND after.context_tokens > replies.context_tokens
