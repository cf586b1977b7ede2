-- How much did agents change in files, and what was left of it?
-- One row per group.
WITH versions AS (
  SELECT *, coalesce(object_id, path) AS file
  FROM (
    FROM chosen_object_versions_with_sessions
  )
),
-- Of each file and session, the first time that it was seen and the first time after that when it was changed.
begun AS (
  SELECT group_key, session_id, chain, file, min(occurred_at) FILTER (NOT is_change AND is_there) AS seen_at, min(occurred_at) FILTER (is_change) AS changed_at
  FROM versions
  GROUP BY group_key, session_id, chain, file
),
waits AS (
  SELECT group_key, median(epoch_ms(changed_at) - epoch_ms(seen_at)) AS ms_to_edit
  FROM begun
  WHERE seen_at <= changed_at
  GROUP BY group_key
),
-- A change is reverted when the same agent later gives the file the content that it had before the change.
contents AS (
  SELECT *, lag(content_hash) OVER (PARTITION BY group_key, session_id, chain, file ORDER BY occurred_at, source_id, line, ordinal) AS hash_before
  FROM versions
),
reverted AS (
  SELECT contents.group_key AS group_key, count(*) AS reverted
  FROM contents
  SEMI JOIN contents AS later
    ON later.group_key = contents.group_key AND later.session_id = contents.session_id AND later.chain = contents.chain AND later.file = contents.file
   AND later.is_change AND later.content_hash = contents.hash_before
   AND (later.occurred_at, later.source_id, later.line) > (contents.occurred_at, contents.source_id, contents.line)
  WHERE contents.is_change AND contents.content_hash <> contents.hash_before
  GROUP BY contents.group_key
),
counted AS (
  SELECT
    group_key,
    count(*) FILTER (is_change)             AS changes,
    count(DISTINCT file) FILTER (is_change) AS files,
    sum(added) FILTER (is_change)           AS added,
    sum(removed) FILTER (is_change)         AS removed,
    sum(undone) FILTER (is_change)          AS undone,
    sum(added) FILTER (is_change AND surviving IS NOT NULL) AS followed,
    sum(surviving) FILTER (is_change AND added IS NOT NULL) AS surviving,
    count(stale)                            AS stale
  FROM versions
  GROUP BY group_key
)
SELECT
  group_name                                     AS group_name,
  changes                                        AS changes,
  files                                          AS files,
  coalesce(added, 0)::BIGINT                     AS added,
  coalesce(removed, 0)::BIGINT                   AS removed,
  coalesce(undone, 0)::BIGINT                    AS undone,
  (undone / nullif(added, 0))::DOUBLE            AS undone_share,
  coalesce(reverted, 0)                          AS reverted,
  coalesce(surviving, 0)::BIGINT                 AS surviving,
  (surviving / nullif(followed, 0))::DOUBLE      AS surviving_share,
  stale                                          AS stale,
  ms_to_edit::BIGINT                             AS ms_to_edit
FROM counted
JOIN (
  FROM chosen_groups
) AS groups USING (group_key)
LEFT JOIN waits USING (group_key)
LEFT JOIN reverted USING (group_key)
WHERE changes > 0
ORDER BY group_name
