-- What do the commits say that compactions replaced, or that follow them?
-- Makes a table for this batch. One row per prompt, response, tool call and tool result.
CREATE OR REPLACE TEMP TABLE compaction_texts AS
WITH batch_commits AS (
  SELECT DISTINCT commit_id FROM compaction_places
),
said AS (
  SELECT events.*, CASE WHEN kind = 'tool_result' THEN tool_use_id END AS result_id
  FROM events
  SEMI JOIN batch_commits USING (commit_id)
  -- Names the sessions, so that the texts of others are not even read.
  WHERE events.session_id IN (SELECT unnest($sessions::VARCHAR[])) AND NOT is_copy AND kind IN ('prompt', 'response', 'tool_call', 'tool_result')
),
calls AS (
  SELECT commit_id, tool_use_id, any_value(tool_name) AS tool_name
  FROM said
  WHERE kind = 'tool_call' AND tool_use_id IS NOT NULL
  GROUP BY commit_id, tool_use_id
),
results AS (
  -- A tool that shows a file numbers its lines: those numbers are no content. A diff writes a/ and b/ before paths.
  SELECT
    commit_id,
    tool_use_id,
    any_value(
      regexp_replace(
        regexp_replace(regexp_replace(result, '(?m)^\s*\d+(?:→|\t)', '', 'g'), '(?m)^(---|\+\+\+) [ab]/', '\1 ', 'g'),
        '(?m)^diff --git a/(\S+) b/(\S+)', 'diff --git \1 \2', 'g'
      )
    ) AS result
  FROM (
    SELECT unnest($commits::VARCHAR[]) AS commit_id, unnest($calls::VARCHAR[]) AS tool_use_id, unnest($results::VARCHAR[]) AS result
  )
  GROUP BY commit_id, tool_use_id
)
SELECT
  said.commit_id,
  said.source_id,
  said.line,
  said.block,
  said.kind,
  said.class,
  said.kind = 'tool_result' AS is_result,
  said.kind = 'prompt' AND said.class IN ('human_prompt', 'queued_prompt') AS is_of_person,
  coalesce(said.tool_name, calls.tool_name) AS tool_name,
  said.file_path,
  -- Of calls that ran and failed; those that a person or a rule refused did not.
  said.is_error AND coalesce(said.permission, '') NOT IN ('refused', 'denied', 'interrupted', 'cancelled') AS has_failed,
  CASE said.kind WHEN 'tool_result' THEN results.result ELSE said.body END AS body
FROM said
-- A condition on one side of an outer join would make DuckDB compare every pair of rows.
LEFT JOIN calls ON calls.commit_id = said.commit_id AND calls.tool_use_id = said.result_id
LEFT JOIN results ON results.commit_id = said.commit_id AND results.tool_use_id = said.result_id
