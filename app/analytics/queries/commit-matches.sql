-- Which commits hold every word of a search in their id or summary, and are of a kind, an author, a kind of sub-agent, a ticket, a thread and a time?
-- One row per commit.
WITH words AS (
  SELECT DISTINCT lower(nfc_normalize(word)) AS word
  FROM (SELECT unnest($words::VARCHAR[]) AS word)
),
missing AS (
  SELECT DISTINCT commit_id
  FROM commits, words
  WHERE NOT contains(lower(nfc_normalize(concat_ws(' ', commit_id, summary))), word)
),
timed AS (
  SELECT commit_id, coalesce(ended_at, try_cast(created_at AS TIMESTAMPTZ)) AS made_at
  FROM commits
)
SELECT
  commit_id AS commit_id
FROM commits
JOIN timed USING (commit_id)
ANTI JOIN missing USING (commit_id)
WHERE ($type::VARCHAR IS NULL OR commit_type = $type::VARCHAR)
  AND ($author::VARCHAR IS NULL OR nfc_normalize(template) = nfc_normalize($author::VARCHAR) OR nfc_normalize(principal) = nfc_normalize($author::VARCHAR))
  AND ($agent_type::VARCHAR IS NULL OR nfc_normalize(agent_type) = nfc_normalize($agent_type::VARCHAR))
  AND ($ticket::VARCHAR IS NULL OR nfc_normalize(ticket_id) = nfc_normalize($ticket::VARCHAR))
  AND ($thread::VARCHAR IS NULL OR nfc_normalize(thread_id) = nfc_normalize($thread::VARCHAR))
  AND ($since_ms::BIGINT IS NULL OR made_at >= make_timestamptz($since_ms::BIGINT * 1000))
  AND ($until_ms::BIGINT IS NULL OR made_at < make_timestamptz($until_ms::BIGINT * 1000))
