-- Has what a session's conversation consists of changed, and where does its main chain end?
-- One row, whose fingerprint differs after every change of its commits, its records or their classes, and of the commits that continue it.
SELECT
  concat_ws(
    ' ',
    (SELECT hash(list(commit_id ORDER BY position)) FROM commits WHERE session_id = $session::VARCHAR),
    (SELECT count(*) FROM records WHERE session_id = $session::VARCHAR),
    (
      SELECT hash(list(commit_id ORDER BY commit_id))
      FROM commits
      WHERE session_id <> $session::VARCHAR AND parent_id IN (SELECT commit_id FROM commits WHERE session_id = $session::VARCHAR)
    ),
    (SELECT hash(list(concat_ws(' ', source_id, line, class) ORDER BY source_id, line)) FROM corrections WHERE session_id = $session::VARCHAR)
  ) AS fingerprint,
  (SELECT min(tip_commit_id) FROM sessions WHERE session_id = $session::VARCHAR) AS tip_commit_id
