-- Which files has a session seen or changed?
-- One row per file, with the folder of the transcript that names it last; a captured session has none.
SELECT
  object_versions.object_id AS object_id,
  object_versions.path      AS path,
  coalesce(sources.root, '') AS root
FROM object_versions
LEFT JOIN sources ON sources.source_id = object_versions.source_id
WHERE object_versions.session_id = $session::VARCHAR AND object_versions.object_id IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY object_versions.object_id ORDER BY object_versions.occurred_at DESC NULLS LAST) = 1
ORDER BY object_versions.occurred_at DESC NULLS LAST, object_versions.object_id
LIMIT $most::BIGINT
