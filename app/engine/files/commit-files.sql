-- How many versions of each file do the commits of a chain have, and which files have one in the last commit?
-- One row per path.
SELECT
  path                                        AS path,
  count(*)                                    AS versions,
  bool_or(commit_id = $commit::VARCHAR)       AS changed_here
FROM record_versions
WHERE list_contains($commits::VARCHAR[], commit_id)
GROUP BY path
