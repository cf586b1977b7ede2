-- Works out the row of a session that was made from its commits, their events and their usage.
-- One new row, or none when it has no commit.
INSERT INTO sessions BY NAME
WITH own AS (
  SELECT *, coalesce(started_at, try_cast(created_at AS TIMESTAMPTZ)) AS from_at, coalesce(ended_at, try_cast(created_at AS TIMESTAMPTZ)) AS to_at
  FROM commits
  WHERE session_id = $session::VARCHAR
),
own_events AS (
  SELECT
    events.*,
    (own.position, events.line, events.block) AS place,
    nullif(trim(split_part(trim(body, E' \t\r\n'), E'\n', 1), E' \t\r'), '') AS headline
  FROM events
  JOIN own USING (commit_id)
  WHERE events.session_id = $session::VARCHAR AND NOT is_copy
),
counted AS (
  SELECT
    count(*) FILTER (WHERE kind = 'thinking')                                   AS thinking_blocks,
    count(*) FILTER (WHERE kind = 'tool_result' AND is_error AND NOT is_refusal(permission)) AS tool_errors,
    count(*) FILTER (WHERE class = 'compaction')                                AS compactions,
    tool_errors + count(*) FILTER (WHERE kind = 'error')                        AS errors,
    count(DISTINCT chain) FILTER (WHERE chain <> 'main')                        AS sub_agents,
    list_sort(list(DISTINCT model) FILTER (WHERE kind IN ('response', 'thinking', 'tool_call') AND model <> '<synthetic>')) AS models,
    list(DISTINCT model) FILTER (WHERE kind = 'system' AND model IS NOT NULL)   AS started_models,
    arg_min(headline, place) FILTER (WHERE class = 'human_prompt')              AS title,
    arg_max(subtype, place) FILTER (WHERE kind = 'metric' AND subtype <> '')    AS status,
    arg_max(CASE
      WHEN kind = 'metric' THEN 'ended'
      WHEN kind = 'error' THEN 'failed'
      WHEN kind = 'response' THEN 'replied'
      ELSE 'working'
    END, place) FILTER (WHERE kind NOT IN ('system', 'output') AND chain = 'main') AS standing
  FROM own_events
),
used AS (
  SELECT
    TRY_CAST(sum(input_tokens) AS BIGINT)        AS input_tokens,
    TRY_CAST(sum(output_tokens) AS BIGINT)       AS output_tokens,
    TRY_CAST(sum(cache_read_tokens) AS BIGINT)   AS cache_read_tokens,
    TRY_CAST(sum(cache_write_tokens) AS BIGINT)  AS cache_write_tokens,
    count(*) FILTER (WHERE is_understated)       AS understated_replies
  FROM token_usage
  WHERE session_id = $session::VARCHAR AND NOT is_copy
),
origin AS (
  SELECT arg_min(held.session_id, own.position) AS parent_session_id
  FROM own
  JOIN commits AS held ON held.commit_id = own.parent_id
  WHERE own.branch_of = 'resume' AND held.session_id <> own.session_id
),
summed AS (
  SELECT
    arg_max(template, position)                            AS template,
    arg_max(principal, position)                           AS principal,
    coalesce(arg_max(commit_id, position) FILTER (WHERE chain = 'main'), arg_max(commit_id, position)) AS tip_commit_id,
    arg_min(cwd, position) FILTER (WHERE cwd IS NOT NULL)  AS cwd,
    arg_max(client_version, position) FILTER (WHERE client_version IS NOT NULL) AS client_version,
    min(from_at)                                           AS first_at,
    max(to_at)                                             AS last_at,
    sum(records)::BIGINT                                   AS records,
    sum(bytes)::BIGINT                                     AS bytes,
    sum(human_prompts)::BIGINT                             AS human_prompts,
    sum(responses)::BIGINT                                 AS responses,
    sum(tool_calls)::BIGINT                                AS tool_calls,
    count(*) FILTER (WHERE commit_type = 'compaction')     AS compactions,
    count(*)                                               AS commits
  FROM own
  HAVING count(*) > 0
)
SELECT
  $session::VARCHAR                                                                      AS session_id,
  coalesce(cwd, nullif(principal, ''), nullif(template, ''), 'live')                     AS project,
  'live'                                                                                 AS folder,
  coalesce(cwd, CASE WHEN starts_with(principal, '/') THEN principal END)                AS cwd,
  NULL::VARCHAR                                                                          AS git_branch,
  client_version                                                                         AS client_version,
  template                                                                               AS template,
  coalesce(title, $session::VARCHAR)                                                     AS title,
  CASE WHEN title IS NULL THEN 'id' ELSE 'prompt' END                                    AS title_source,
  'conversation'                                                                         AS kind,
  CASE
    WHEN status IN ('success', 'error_max_turns', 'error_during_execution', 'error_max_budget_usd') THEN status
    ELSE 'unknown'
  END                                                                                    AS outcome,
  coalesce(standing, 'none')                                                             AS standing,
  tip_commit_id                                                                          AS tip_commit_id,
  parent_session_id                                                                      AS parent_session_id,
  NULL::VARCHAR                                                                          AS continued_in,
  NULL::VARCHAR                                                                          AS continued_from,
  NULL::VARCHAR                                                                          AS session_kind,
  first_at                                                                               AS first_at,
  last_at                                                                                AS last_at,
  (epoch_ms(last_at) - epoch_ms(first_at))::BIGINT                                       AS duration_ms,
  records                                                                                AS records,
  0                                                                                      AS malformed_lines,
  bytes                                                                                  AS bytes,
  human_prompts                                                                          AS human_prompts,
  0                                                                                      AS commands,
  responses                                                                              AS responses,
  thinking_blocks                                                                        AS thinking_blocks,
  tool_calls                                                                             AS tool_calls,
  tool_errors                                                                            AS tool_errors,
  greatest(summed.compactions, counted.compactions)                                      AS compactions,
  sub_agents                                                                             AS sub_agents,
  errors                                                                                 AS errors,
  commits                                                                                AS commits,
  -- Where no reply says its model, the client's start does.
  coalesce(nullif(models, []), started_models, [])                                       AS models,
  input_tokens                                                                           AS input_tokens,
  output_tokens                                                                          AS output_tokens,
  cache_read_tokens                                                                      AS cache_read_tokens,
  cache_write_tokens                                                                     AS cache_write_tokens,
  understated_replies                                                                    AS understated_replies
FROM summed, counted, used, origin
