-- Names the tips of a session that was made: the last made is the session's, the others are left beside it, in the order in which they were made.
-- One new row per commit from which no other commit of the session goes on.
INSERT INTO refs BY NAME
WITH own AS (
  SELECT commit_id, parent_id, position
  FROM commits
  WHERE session_id = $session::VARCHAR
),
tips AS (
  SELECT commit_id, row_number() OVER (ORDER BY position DESC) AS rank, row_number() OVER (ORDER BY position) AS number
  FROM own
  ANTI JOIN (SELECT parent_id AS commit_id FROM own) AS parents USING (commit_id)
)
SELECT
  CASE rank WHEN 1 THEN 'session/' || $session::VARCHAR ELSE 'rewind/' || $session::VARCHAR || '/' || number END  AS name,
  CASE rank WHEN 1 THEN 'session' ELSE 'rewind' END                                                              AS kind,
  commit_id                                                                                                      AS commit_id,
  $session::VARCHAR                                                                                              AS session_id
FROM tips
