-- What was an agent given of earlier sessions, was it repeated, and was it used afterwards?
-- One row per group and door. Used is a guess.
WITH given AS (
  SELECT
    CASE $by::VARCHAR WHEN 'day' THEN coalesce(local_day(quarter), -2_147_483_648) WHEN 'month' THEN coalesce(local_month(quarter), -2_147_483_648) ELSE group_key END AS group_key,
    session_id, project, source_id, line, chain, number, occurred_at, is_chosen,
    coalesce(text ->> '$.door', '') AS door,
    coalesce(text ->> '$.file', '') AS file,
    coalesce(text ->> '$.command', '') AS command,
    coalesce(TRY_CAST(text ->> '$.lines' AS BIGINT), 0) AS lines,
    coalesce(from_json(text -> '$.keys', '["VARCHAR"]'), []) AS keys,
    coalesce(from_json(text -> '$.files', '["VARCHAR"]'), []) AS files,
    coalesce(from_json(text -> '$.commits', '["VARCHAR"]'), []) AS commits
  FROM (
    SELECT
      sessions.group_key, sessions.project, records.session_id, records.source_id, records.line, records.chain, records.occurred_at,
      -- What the session was given before the range, or in other chains, is repeated too.
      ($chains::VARCHAR = 'both' OR (records.chain = 'main') = ($chains::VARCHAR = 'main'))
        AND ($since_ms::BIGINT IS NULL OR coalesce(epoch_ms(records.occurred_at) >= $since_ms::BIGINT, false))
        AND ($until_ms::BIGINT IS NULL OR coalesce(epoch_ms(records.occurred_at) < $until_ms::BIGINT, false)) AS is_chosen,
      (floor(epoch_ms(records.occurred_at) / 900_000))::INTEGER AS quarter,
      unnest(from_json(detail -> '$.recall', '["JSON"]')) AS text,
      generate_subscripts(from_json(detail -> '$.recall', '["JSON"]'), 1) AS number
    FROM records
    JOIN (
      FROM chosen_sessions
    ) AS sessions USING (session_id)
    WHERE records.record_type = 'attachment'
      AND NOT records.is_copy
      AND json_exists(detail, '$.recall')
  )
),
-- What sessions with such texts called and wrote; the others are not read.
later AS (
  SELECT
    source_id, line, chain, kind, file_path, body,
    CASE WHEN kind = 'tool_call' AND tool_name = 'Bash' AND json_valid(body) THEN regexp_replace(body ->> '$.command', '\s+', ' ', 'g') END AS command
  FROM events
  SEMI JOIN (
    FROM given WHERE is_chosen
  ) AS chosen USING (source_id)
  WHERE kind IN ('tool_call', 'response', 'thinking') AND NOT is_copy
),
named AS (
  SELECT source_id, line, number, chain, project, what, unnest(names) AS value
  FROM (
    SELECT source_id, line, number, chain, project, 'file' AS what, list_append(files, file) AS names FROM given WHERE is_chosen
    UNION ALL
    SELECT source_id, line, number, chain, project, 'commit' AS what, commits AS names FROM given WHERE is_chosen
    UNION ALL
    SELECT source_id, line, number, chain, project, 'command' AS what, [command] AS names FROM given WHERE is_chosen
  )
),
used AS (
  SELECT DISTINCT named.source_id, named.line, named.number, true AS is_used
  FROM named
  JOIN later ON later.source_id = named.source_id AND later.chain = named.chain AND later.line > named.line
  WHERE value <> ''
    AND CASE what
      WHEN 'file' THEN kind = 'tool_call' AND (file_path = value OR ends_with(file_path, '/' || value))
      -- A whole command of the line, from its beginning to its end; of one that is as long as a note shows, the beginning.
      WHEN 'command' THEN contains(replace(command, project || '/', ''), value) AND regexp_matches(
        replace(command, project || '/', ''),
        '(?:^|[;&|(]) ?(?:time |\w+=\S* )*' || regexp_escape(value) || CASE WHEN length(value) < 120 THEN ' ?(?:$|[;&|)]|[0-9]?[<>])' ELSE '' END
      )
      ELSE kind <> 'tool_call' AND contains(body, value)
    END
),
seen AS (
  SELECT
    source_id, line, number,
    row_number() OVER (PARTITION BY session_id, key ORDER BY occurred_at NULLS LAST, source_id, line, number) AS time
  FROM (SELECT session_id, occurred_at, source_id, line, number, unnest(keys) AS key FROM given)
),
repeats AS (
  SELECT source_id, line, number, count(*) FILTER (WHERE time > 1) AS repeated
  FROM seen
  GROUP BY source_id, line, number
),
asked AS (
  SELECT
    CASE $by::VARCHAR WHEN 'day' THEN coalesce(local_day(quarter), -2_147_483_648) WHEN 'month' THEN coalesce(local_month(quarter), -2_147_483_648) ELSE group_key END AS group_key,
    session_id,
    -- The answer that nothing fits has this length, with or without the end of its line.
    chars IN (13, 14) AS is_silent
  FROM (
    SELECT sessions.group_key, calls.session_id, results.chars, (floor(epoch_ms(calls.occurred_at) / 900_000))::INTEGER AS quarter
    FROM events AS calls
    JOIN (
      FROM chosen_sessions
    ) AS sessions USING (session_id)
    JOIN events AS results
      ON results.session_id = calls.session_id AND results.tool_use_id = calls.tool_use_id
      AND results.kind = 'tool_result' AND NOT results.is_copy AND NOT results.is_error
    WHERE calls.kind = 'tool_call'
      AND calls.tool_name LIKE 'mcp\_\_%strata\_\_recall' ESCAPE '\'
      AND NOT calls.is_copy
      AND ($chains::VARCHAR = 'both' OR (calls.chain = 'main') = ($chains::VARCHAR = 'main'))
      AND ($since_ms::BIGINT IS NULL OR epoch_ms(calls.occurred_at) >= $since_ms::BIGINT)
      AND ($until_ms::BIGINT IS NULL OR epoch_ms(calls.occurred_at) < $until_ms::BIGINT)
  )
),
counted AS (
  SELECT group_key, session_id, door, 1 AS given, lines, coalesce(repeated, 0) AS repeated, coalesce(is_used, false)::INTEGER AS used, NULL AS silent
  FROM given
  LEFT JOIN used USING (source_id, line, number)
  LEFT JOIN repeats USING (source_id, line, number)
  WHERE is_chosen
  UNION ALL
  SELECT group_key, session_id, 'asked', 1 - is_silent::INTEGER, NULL, NULL, NULL, is_silent::INTEGER FROM asked
)
SELECT
  group_name                                                          AS group_name,
  door                                                                AS door,
  sum(given)::BIGINT                                                  AS given,
  sum(lines)::BIGINT                                                  AS lines,
  sum(repeated)::BIGINT                                               AS repeated,
  sum(used)::BIGINT                                                   AS used,
  (sum(used) / nullif(count(used), 0))::DOUBLE                        AS used_share,
  wilson_low(sum(used), count(used))::DOUBLE                          AS used_low,
  wilson_high(sum(used), count(used))::DOUBLE                         AS used_high,
  sum(silent)::BIGINT                                                 AS silent,
  count(DISTINCT session_id)                                          AS sessions
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
GROUP BY group_name, door
ORDER BY group_name, door
