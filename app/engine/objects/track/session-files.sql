-- Which files has a session seen or changed?
-- One row per file, with the transcript that names it last.
SELECT
  object_versions.object_id AS object_id,
  object_versions.path      AS path,
  sources.root              AS root
FROM object_versions
JOIN sources ON sources.source_id = object_versions.source_id
WHERE object_versions.session_id = $session::VARCHAR AND object_versions.object_id IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY object_versions.object_id ORDER BY object_versions.occurred_at DESC NULLS LAST) = 1
ORDER BY object_versions.occurred_at DESC NULLS LAST, object_versions.object_id
LIMIT $most::BIGINT
