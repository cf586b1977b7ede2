-- Which of these sessions are computed now, and what is not available of them?
-- One new row per session.
INSERT INTO compaction_sessions BY NAME
SELECT
  session_id AS session_id,
  mark       AS mark,
  CASE
    WHEN NOT $isMade::BOOLEAN THEN 'too large'
    WHEN session_id IN (SELECT commits.session_id FROM temp.compaction_cut JOIN commits ON commit_id = compaction_id) THEN 'cut'
  END        AS lack
FROM (
  SELECT unnest($sessions::VARCHAR[]) AS session_id, unnest($marks::VARCHAR[]) AS mark
)
