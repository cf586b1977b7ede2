-- Names the tips of a session that was made: of the main chain and of each sub-agent's the last made; the others are left beside it, in the order in which they were made.
-- One new row per commit from which no other commit of its chain continues.
INSERT INTO refs BY NAME
WITH own AS (
  SELECT commit_id, parent_id, position, chain
  FROM commits
  WHERE session_id = $session::VARCHAR
),
tips AS (
  SELECT commit_id, position, chain, row_number() OVER (PARTITION BY chain ORDER BY position DESC) AS rank
  FROM own
  ANTI JOIN (SELECT parent_id AS commit_id, chain FROM own) AS parents USING (commit_id, chain)
),
numbered AS (
  SELECT *, row_number() OVER (PARTITION BY rank > 1 ORDER BY position) AS number
  FROM tips
)
SELECT
  CASE
    WHEN rank > 1 THEN 'rewind/' || $session::VARCHAR || '/' || number
    WHEN chain = 'main' THEN 'session/' || $session::VARCHAR
    ELSE 'agent/' || $session::VARCHAR || '/' || chain
  END                                                                                          AS name,
  CASE WHEN rank > 1 THEN 'rewind' WHEN chain = 'main' THEN 'session' ELSE 'agent' END         AS kind,
  commit_id                                                                                    AS commit_id,
  $session::VARCHAR                                                                            AS session_id
FROM numbered
