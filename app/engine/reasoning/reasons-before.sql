-- What was decided, dropped or weighed before these changes of files?
-- One row per change and event, the newest events of a change first, and only the newest.
WITH changes AS (
  SELECT
    unnest($places::VARCHAR[])::BIGINT AS place,
    unnest($sources::VARCHAR[]) AS source_id,
    unnest($lines::VARCHAR[])::BIGINT AS line,
    unnest($commits::VARCHAR[]) AS commit_id,
    unnest($paths::VARCHAR[]) AS path
)
SELECT
  changes.place          AS place,
  thinking.type          AS type,
  thinking.status        AS status,
  thinking.origin        AS origin,
  thinking.summary       AS summary,
  thinking.source_id     AS source_id,
  thinking.line          AS line,
  thinking.block::BIGINT AS block,
  thinking.commit_id     AS commit_id,
  thinking.occurred_at   AS occurred_at
FROM changes
JOIN thinking_events AS thinking ON thinking.source_id = changes.source_id
WHERE thinking.line <= changes.line
  AND thinking.type IN ('decision', 'rejection', 'tradeoff')
  -- What names no file is about the work of its commit.
  AND (list_contains(thinking.files, changes.path) OR (len(thinking.files) = 0 AND thinking.commit_id = changes.commit_id))
QUALIFY row_number() OVER (PARTITION BY changes.place ORDER BY thinking.line DESC, thinking.block DESC, thinking.type) <= $limit::BIGINT
ORDER BY place, thinking.line DESC, thinking.block DESC, thinking.type
