-- Which commits are pinned, and what are they about?
-- One row per pin, the last pinned first.
SELECT
  pins.commit_id             AS commit_id,
  coalesce(any_value(summary), '') AS summary,
  pinned_at                  AS pinned_at
FROM pins
LEFT JOIN commits USING (commit_id)
GROUP BY pins.commit_id, pinned_at
ORDER BY pinned_at DESC, pins.commit_id
