-- Which files of two places had the same content, and did an agent make it in one of them before it was seen in the other?
-- One row per two files and content. A content that very many files have says nothing.
WITH contents AS (
  SELECT
    versions.object_id,
    objects.filesystem_id,
    objects.path,
    regexp_extract(objects.path, '[^/\\]*$')                 AS name,
    content_hash,
    min(occurred_at) FILTER (is_change)                      AS made_at,
    max(occurred_at) FILTER (NOT is_change)                  AS seen_at,
    bool_or(is_change)                                       AS is_made,
    max(coalesce(lines, 0))                                  AS lines,
    max(coalesce(chars, 0))                                  AS chars
  FROM record_versions AS versions
  JOIN objects ON objects.object_id = versions.object_id
  WHERE content_hash IS NOT NULL AND is_there
  GROUP BY ALL
),
telling AS (
  FROM contents
  WHERE chars >= 30 AND NOT regexp_matches(path, '[/\\]\.git[/\\]')
  QUALIFY count(*) OVER (PARTITION BY content_hash, name) BETWEEN 2 AND 100
)
SELECT
  one.filesystem_id                           AS one_filesystem,
  one.path                                    AS one_path,
  other.filesystem_id                         AS other_filesystem,
  other.path                                  AS other_path,
  one.lines >= 10 OR one.chars >= 400         AS is_long,
  coalesce(one.made_at < other.seen_at AND NOT other.is_made, false)
    OR coalesce(other.made_at < one.seen_at AND NOT one.is_made, false) AS is_carried
FROM telling AS one
JOIN telling AS other USING (content_hash, name)
WHERE one.object_id < other.object_id
