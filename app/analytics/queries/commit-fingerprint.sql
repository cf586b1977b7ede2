-- Are the commits, their parents and their times still the same as when they were last looked at?
-- One row; the fingerprint changes with them.
SELECT
  concat_ws(' ', count(*), bit_xor(hash(commit_id, parent_id, session_id, position, ended_at, created_at))) AS fingerprint
FROM commits
