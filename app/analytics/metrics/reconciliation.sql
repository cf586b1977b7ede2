-- How does a number follow from others with a similar name?
-- One row per number and term; the terms of a number add up to it. Each is counted on its own, except three that are differences of two counts: work outside turns, simultaneous work, and what a context gained after the last reply before a compaction.
WITH model_records AS (
  SELECT source_id, line, session_id, chain, model
  FROM records
),
chosen AS MATERIALIZED (
  SELECT
    records.source_id, records.line, is_copy, record_type, subtype, class, reference_class, tool_uses,
    record_type = 'assistant' AND NOT is_api_error AND has_content_list AS is_reply,
    record_type = 'system' AND coalesce(subtype = 'compact_boundary', false) AS is_recorded_boundary,
    class IN ('compaction', 'compaction_summary') AND coalesce(subtype IN ('compact_boundary', 'root_summary'), false) AS is_boundary
  FROM (
    FROM records_of_model
  ) AS records
  JOIN (
    FROM chosen_sessions
  ) AS sessions USING (session_id)
  WHERE ($chains::VARCHAR = 'both' OR (records.chain = 'main') = ($chains::VARCHAR = 'main'))
    AND ($agent_number::INTEGER IS NULL OR (records.session_id, records.chain) IN (FROM chains_of_agent_type))
    AND ($since_ms::BIGINT IS NULL OR records.occurred_at >= make_timestamptz($since_ms::BIGINT * 1000))
    AND ($until_ms::BIGINT IS NULL OR records.occurred_at < make_timestamptz($until_ms::BIGINT * 1000))
),
-- Texts and calls of the records that no other record contains already.
said AS MATERIALIZED (
  SELECT
    source_id, line,
    count(*) FILTER (kind = 'response') AS texts,
    count(*) FILTER (kind = 'tool_call') AS calls,
    count(*) FILTER (kind = 'prompt' AND class = 'sidechain_prompt') AS agent_prompts
  FROM events
  WHERE NOT is_copy AND kind IN ('response', 'tool_call', 'prompt')
  GROUP BY source_id, line
),
-- The sums of no rows are 0.
of_records AS (
  SELECT
    coalesce(sum(agent_prompts) FILTER (NOT is_copy), 0) AS prompts_of_agents,
    count(*) FILTER (NOT is_copy AND class = 'queued_prompt' AND reference_class <> 'human_prompt') AS queued,
    count(*) FILTER (NOT is_copy AND class = 'human_prompt' AND reference_class <> 'human_prompt') AS typed_otherwise,
    count(*) FILTER (NOT is_copy AND class NOT IN ('human_prompt', 'queued_prompt') AND reference_class = 'human_prompt') AS not_typed,
    count(*) FILTER (is_copy AND reference_class = 'human_prompt') AS prompt_copies,
    count(*) FILTER (NOT is_copy AND class = 'queued_prompt') AS queued_all,
    count(*) FILTER (is_copy AND record_type = 'user' AND class = 'human_prompt') AS typed_copies,
    count(*) FILTER (NOT is_copy AND is_reply AND coalesce(texts, 0) = 0) AS without_text,
    coalesce(sum(texts - 1) FILTER (NOT is_copy AND is_reply AND texts > 0), 0) AS further_texts,
    coalesce(sum(texts) FILTER (NOT is_copy AND NOT is_reply), 0) AS texts_elsewhere,
    count(*) FILTER (is_copy AND is_reply) AS reply_copies,
    coalesce(sum(calls) FILTER (NOT is_copy AND NOT is_reply), 0) AS calls_elsewhere,
    coalesce(sum(tool_uses - coalesce(calls, 0)) FILTER (NOT is_copy AND is_reply), 0) AS calls_unlike,
    coalesce(sum(tool_uses) FILTER (is_copy AND is_reply), 0) AS call_copies,
    count(*) FILTER (NOT is_copy AND is_boundary AND NOT is_recorded_boundary) AS summaries_alone,
    count(*) FILTER (NOT is_copy AND is_recorded_boundary AND NOT is_boundary) AS boundaries_otherwise,
    count(*) FILTER (is_copy AND is_recorded_boundary) AS boundary_copies
  FROM chosen
  LEFT JOIN said USING (source_id, line)
),
happened AS (
  SELECT
    coalesce(sum(prompts), 0) AS prompts, coalesce(sum(responses), 0) AS responses, coalesce(sum(tool_calls), 0) AS tool_calls, coalesce(sum(compactions), 0) AS compactions,
    coalesce(sum(prompts) FILTER (is_made), 0) AS made_prompts, coalesce(sum(responses) FILTER (is_made), 0) AS made_responses,
    coalesce(sum(tool_calls) FILTER (is_made), 0) AS made_calls, coalesce(sum(compactions) FILTER (is_made), 0) AS made_compactions,
    coalesce(sum(prompts) FILTER (NOT is_main), 0) AS agent_prompts, coalesce(sum(responses) FILTER (NOT is_main), 0) AS agent_responses, coalesce(sum(tool_calls) FILTER (NOT is_main), 0) AS agent_calls,
    coalesce(sum(prompts) FILTER (quarter IS NULL), 0) AS untimed_prompts, coalesce(sum(responses) FILTER (quarter IS NULL), 0) AS untimed_responses, coalesce(sum(tool_calls) FILTER (quarter IS NULL), 0) AS untimed_calls,
    coalesce(sum(commands), 0) AS commands
  FROM (
    SELECT *, starts_with(session_id, 'live/') AS is_made
    FROM (
      FROM chosen_activity_with_sessions
    )
  )
),
-- Sessions with an event, and sessions with a record.
present AS (
  SELECT count(*) FILTER (has_event) AS with_event, count(*) FILTER (NOT has_record) AS without_record, count(*) FILTER (NOT has_event) AS without_event
  FROM (
    SELECT session_number, bool_or(has_event) AS has_event, bool_or(NOT has_event) AS has_record
    FROM (
      SELECT session_number, true AS has_event FROM (FROM chosen_activity)
      UNION ALL
      SELECT session_number, false FROM (FROM chosen_reference_counts)
    )
    GROUP BY session_number
  )
),
turned AS (
  SELECT
    count(*) AS turns, count(*) FILTER (prompt_chars = 0) AS empty_turns,
    coalesce(sum(responses), 0) AS responses, coalesce(sum(tool_calls), 0) AS tool_calls
  FROM (
    FROM chosen_turns
  )
),
called AS (
  SELECT
    coalesce(sum(calls), 0) AS calls, coalesce(sum(calls - answered), 0) AS unanswered, coalesce(sum(refusals), 0) AS refusals,
    coalesce(sum(interruptions), 0) AS interruptions, coalesce(sum(cancelled), 0) AS cancelled,
    coalesce(sum(calls) FILTER (server IS NULL), 0) AS serverless
  FROM (
    FROM chosen_tool_counts
  )
  JOIN fact_names ON number = tool_number
),
sized_replies AS (
  SELECT reply_key, iteration_kind IS NULL AS is_own, context_tokens, source_id, line, chain
  FROM (
    FROM chosen_replies
  )
),
replied AS (
  SELECT
    count(*) FILTER (is_own) AS replies,
    count(*) FILTER (is_own AND context_tokens IS NULL) AS without_size,
    count(*) FILTER (NOT is_own AND context_tokens IS NOT NULL) AS sized_requests,
    max(context_tokens) AS largest
  FROM sized_replies
),
-- The reply to which each text belongs.
texts AS (
  SELECT reply_key, sum(texts) AS texts
  FROM chosen
  JOIN said USING (source_id, line)
  LEFT JOIN (SELECT DISTINCT source_id, line, reply_key FROM token_usage WHERE NOT is_copy AND iteration IS NULL AND model <> '<synthetic>') AS used USING (source_id, line)
  WHERE NOT is_copy AND texts > 0
  GROUP BY reply_key
),
written AS (
  SELECT
    coalesce(sum(texts) FILTER (is_counted), 0) AS texts,
    count(*) FILTER (is_counted) AS replies,
    coalesce(sum(texts) FILTER (NOT is_counted), 0) AS other_texts
  FROM (
    SELECT texts, reply_key IN (SELECT reply_key FROM sized_replies WHERE is_own) IS TRUE AS is_counted
    FROM texts
  )
),
-- The compaction of the largest context, and the reply before it.
compacted AS (
  SELECT
    count(*) AS compactions,
    max(tokens_before) AS largest,
    arg_max(before.context_tokens, (tokens_before, compactions.source_id, compactions.line)) AS reply_before
  FROM (
    FROM chosen_compactions
  ) AS compactions
  ASOF LEFT JOIN (SELECT source_id, line, context_tokens FROM sized_replies WHERE context_tokens IS NOT NULL) AS before
    ON before.source_id = compactions.source_id AND before.line < compactions.line
),
worked AS (
  SELECT
    coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (is_main), 0) AS main_ms,
    coalesce(sum(agent_ms + thinking_ms + tool_ms + compaction_ms) FILTER (NOT is_main), 0) AS agent_ms,
    CASE WHEN $chains::VARCHAR <> 'sidechains' AND $agent_number::INTEGER IS NULL THEN sum(active_ms) END AS active_ms
  FROM (
    FROM chosen_state_times
  )
),
numbers AS (
  SELECT unnest([
    {'metric': 'reference', 'number': 'Human prompts by the reference rules', 'measure': 'human_prompts', 'unit': 'count', 'terms': [
      {'term': 'human prompts', 'value': happened.prompts},
      {'term': 'in captured sessions', 'value': -made_prompts},
      {'term': 'queued', 'value': -queued},
      {'term': 'that the reference rules class otherwise', 'value': -typed_otherwise},
      {'term': 'that only the reference rules count', 'value': not_typed},
      {'term': 'copies', 'value': prompt_copies}]},
    {'metric': 'reference', 'number': 'Records of replies by the reference rules', 'measure': 'responses', 'unit': 'count', 'terms': [
      {'term': 'responses', 'value': happened.responses},
      {'term': 'in captured sessions', 'value': -made_responses},
      {'term': 'further texts of the same record', 'value': -further_texts},
      {'term': 'in records that the reference rules do not count', 'value': -texts_elsewhere},
      {'term': 'records with only thinking or tool calls', 'value': without_text},
      {'term': 'copies', 'value': reply_copies}]},
    {'metric': 'reference', 'number': 'Tool calls by the reference rules', 'measure': 'tool_calls', 'unit': 'count', 'terms': [
      {'term': 'tool calls', 'value': happened.tool_calls},
      {'term': 'in captured sessions', 'value': -made_calls},
      {'term': 'in records that the reference rules do not count', 'value': -calls_elsewhere},
      {'term': 'that only the reference rules count', 'value': calls_unlike},
      {'term': 'copies', 'value': call_copies}]},
    {'metric': 'reference', 'number': 'Compactions by the reference rules', 'measure': 'compactions', 'unit': 'count', 'terms': [
      {'term': 'compactions', 'value': compacted.compactions},
      {'term': 'in captured sessions', 'value': -made_compactions},
      {'term': 'summaries without a boundary', 'value': -summaries_alone},
      {'term': 'boundaries of another class', 'value': boundaries_otherwise},
      {'term': 'copies', 'value': boundary_copies}]},
    {'metric': 'reference', 'number': 'Sessions', 'measure': 'sessions', 'unit': 'count', 'terms': [
      {'term': 'sessions with an event', 'value': with_event},
      {'term': 'without a record', 'value': -without_record},
      {'term': 'with records, but without an event', 'value': without_event}]},
    {'metric': 'ledger', 'number': 'Class human prompt by the finer rules', 'measure': 'records', 'unit': 'count', 'terms': [
      {'term': 'human prompts', 'value': happened.prompts},
      {'term': 'in captured sessions', 'value': -made_prompts},
      {'term': 'queued', 'value': -queued_all},
      {'term': 'copies', 'value': typed_copies}]},
    {'metric': 'amplification-spread', 'number': 'Turns', 'measure': 'turns', 'unit': 'count', 'terms': [
      {'term': 'human prompts', 'value': happened.prompts},
      {'term': 'of sub-agents', 'value': -agent_prompts}]},
    {'metric': 'amplification-spread', 'number': 'Responses of all turns', 'measure': 'mean', 'unit': 'count', 'terms': [
      {'term': 'responses', 'value': happened.responses},
      {'term': 'of sub-agents', 'value': -agent_responses},
      {'term': outside, 'value': turned.responses - happened.responses + agent_responses}]},
    {'metric': 'amplification-spread', 'number': 'Tool calls of all turns', 'measure': 'mean', 'unit': 'count', 'terms': [
      {'term': 'tool calls', 'value': happened.tool_calls},
      {'term': 'of sub-agents', 'value': -agent_calls},
      {'term': outside, 'value': turned.tool_calls - happened.tool_calls + agent_calls}]},
    {'metric': 'amplification-histogram', 'number': 'Turns', 'measure': 'turns', 'unit': 'count', 'terms': [
      {'term': 'human prompts', 'value': happened.prompts},
      {'term': 'of sub-agents', 'value': -agent_prompts}]},
    {'metric': 'amplification-histogram', 'number': 'Turns with characters', 'measure': 'turns', 'unit': 'count', 'terms': [
      {'term': 'human prompts', 'value': happened.prompts},
      {'term': 'of sub-agents', 'value': -agent_prompts},
      {'term': 'without text', 'value': -empty_turns}]},
    {'metric': 'days', 'number': 'Prompts of all days', 'measure': 'prompts', 'unit': 'count', 'terms': [
      {'term': 'human prompts', 'value': happened.prompts},
      {'term': 'without a time', 'value': -untimed_prompts}]},
    {'metric': 'days', 'number': 'Responses of all days', 'measure': 'responses', 'unit': 'count', 'terms': [
      {'term': 'responses', 'value': happened.responses},
      {'term': 'without a time', 'value': -untimed_responses}]},
    {'metric': 'days', 'number': 'Tool calls of all days', 'measure': 'tool_calls', 'unit': 'count', 'terms': [
      {'term': 'tool calls', 'value': happened.tool_calls},
      {'term': 'without a time', 'value': -untimed_calls}]},
    {'metric': 'tools', 'number': 'Calls of all tools', 'measure': 'calls', 'unit': 'count', 'terms': [
      {'term': 'tool calls', 'value': happened.tool_calls}]},
    {'metric': 'tools', 'number': 'n of all tools', 'measure': 'n', 'unit': 'count', 'terms': [
      {'term': 'tool calls', 'value': happened.tool_calls},
      {'term': 'without a result', 'value': -unanswered},
      {'term': 'refused', 'value': -refusals},
      {'term': 'interrupted', 'value': -interruptions},
      {'term': 'cancelled', 'value': -cancelled}]},
    {'metric': 'mcp-servers', 'number': 'Calls of all servers', 'measure': 'calls', 'unit': 'count', 'terms': [
      {'term': 'tool calls', 'value': happened.tool_calls},
      {'term': 'of tools without a server', 'value': -serverless}]},
    {'metric': 'tokens', 'number': 'Replies', 'measure': 'replies', 'unit': 'count', 'terms': [
      {'term': 'responses', 'value': happened.responses},
      {'term': 'in captured sessions', 'value': -made_responses},
      {'term': 'of no counted reply', 'value': -other_texts},
      {'term': 'further texts of the same reply', 'value': written.replies - written.texts},
      {'term': 'replies without text', 'value': replied.replies - written.replies}]},
    {'metric': 'context-sizes', 'number': 'Replies with a known size', 'measure': 'replies', 'unit': 'count', 'terms': [
      {'term': 'replies with usage', 'value': replied.replies},
      {'term': 'without a known size', 'value': -without_size},
      {'term': 'further requests with a size', 'value': sized_requests}]},
    {'metric': 'compactions', 'number': 'Largest context before a compaction', 'measure': 'largest', 'unit': 'tokens', 'terms': [
      {'term': 'largest context of a reply', 'value': replied.largest},
      {'term': 'at the last reply before that compaction', 'value': reply_before - replied.largest},
      {'term': 'since that reply, by the count of the client', 'value': compacted.largest - reply_before}]},
    {'metric': 'context-fill', 'number': 'Items of the part prompt', 'measure': 'items', 'unit': 'count', 'terms': [
      {'term': 'human prompts', 'value': happened.prompts},
      {'term': 'commands', 'value': commands},
      {'term': 'prompts of sub-agents', 'value': prompts_of_agents}]},
    {'metric': 'agent-minutes', 'number': 'Agent-minutes', 'measure': 'agent_minutes', 'unit': 'ms', 'terms': [
      {'term': 'of main chains', 'value': main_ms},
      {'term': 'of sub-agents', 'value': agent_ms}]},
    {'metric': 'agent-minutes', 'number': 'Active', 'measure': 'active_minutes', 'unit': 'ms', 'terms': [
      {'term': 'of agents', 'value': main_ms + agent_ms},
      {'term': 'at the same time as others of the session', 'value': active_ms - main_ms - agent_ms}]}
  ], recursive := false) AS number
  FROM happened, of_records, present, turned, called, replied, written, compacted, worked, (
    SELECT CASE
      WHEN $since_ms::BIGINT IS NULL AND $until_ms::BIGINT IS NULL AND $model_number::INTEGER IS NULL AND $agent_number::INTEGER IS NULL THEN 'before the first prompt'
      ELSE 'that the filters divide from their prompt'
    END AS outside
  )
)
SELECT
  metric            AS metric,
  number            AS number,
  measure           AS measure,
  unit              AS unit,
  place::INTEGER    AS place,
  term              AS term,
  value::BIGINT     AS value
FROM (
  SELECT number.metric, number.number, number.measure, number.unit, generate_subscripts(number.terms, 1) AS place, unnest(number.terms, recursive := true)
  FROM numbers
)
WINDOW same AS (PARTITION BY metric, number)
-- A number of nothing, and one of which a term is not known, have no rows.
QUALIFY bool_or(value <> 0) OVER same AND count(value) OVER same = count(*) OVER same AND (place = 1 OR value <> 0)
ORDER BY metric, number, place
