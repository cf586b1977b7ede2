-- Which sessions hold every word of a search, and what is known of each?
-- One row per session.
WITH words AS (
  SELECT DISTINCT lower(word) AS word
  FROM (SELECT unnest($words::VARCHAR[]) AS word)
),
hits AS (
  SELECT session_id, word
  FROM sessions, words
  WHERE contains(lower(concat_ws(' ', title, project, session_id, git_branch)), word)
  UNION
  SELECT session_id, word
  FROM events, words
  WHERE kind = 'prompt' AND NOT is_copy AND contains(lower(body), word)
),
found AS (
  SELECT session_id
  FROM hits
  GROUP BY session_id
  HAVING count(*) = (SELECT count(*) FROM words)
)
SELECT
  session_id         AS session_id,
  project            AS project,
  folder             AS folder,
  cwd                AS cwd,
  git_branch         AS git_branch,
  client_version     AS client_version,
  template           AS template,
  title              AS title,
  title_source       AS title_source,
  kind               AS kind,
  outcome            AS outcome,
  standing           AS standing,
  tip_commit_id      AS tip_commit_id,
  parent_session_id  AS parent_session_id,
  first_at           AS first_at,
  last_at            AS last_at,
  duration_ms        AS duration_ms,
  records            AS records,
  malformed_lines    AS malformed_lines,
  bytes              AS bytes,
  human_prompts      AS human_prompts,
  commands           AS commands,
  responses          AS responses,
  thinking_blocks    AS thinking_blocks,
  tool_calls         AS tool_calls,
  tool_errors        AS tool_errors,
  compactions        AS compactions,
  sub_agents         AS sub_agents,
  errors             AS errors,
  commits            AS commits,
  models             AS models,
  input_tokens       AS input_tokens,
  output_tokens      AS output_tokens,
  cache_read_tokens  AS cache_read_tokens,
  cache_write_tokens AS cache_write_tokens,
  understated_replies AS understated_replies
FROM sessions
WHERE ($sessions::VARCHAR[] IS NULL OR list_contains($sessions::VARCHAR[], session_id))
  AND (NOT EXISTS (FROM words) OR session_id IN (FROM found))
