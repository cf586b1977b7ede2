-- When did a tracker of a session look last, if this commit is the last one of the session, not of a sub-agent?
-- One row.
SELECT max(tracked_files.observed_at) AS observed_at
FROM tracked_files
JOIN commits AS own ON own.commit_id = $commit::VARCHAR AND own.session_id = tracked_files.session_id
WHERE own.chain = 'main' AND NOT EXISTS (
  SELECT 1
  FROM commits AS later
  WHERE later.parent_id = own.commit_id AND later.session_id = own.session_id AND later.chain = own.chain
)
