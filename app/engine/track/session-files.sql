-- Which files has a session seen or changed?
-- One row per file, with the folder of the transcript that names it last; a captured session has none.
SELECT
  record_versions.object_id AS object_id,
  record_versions.path      AS path,
  coalesce(sources.root, '') AS root
FROM record_versions
LEFT JOIN sources ON sources.source_id = record_versions.source_id
WHERE record_versions.session_id = $session::VARCHAR AND record_versions.object_id IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY record_versions.object_id ORDER BY record_versions.occurred_at DESC NULLS LAST) = 1
ORDER BY record_versions.occurred_at DESC NULLS LAST, record_versions.object_id
LIMIT $most::BIGINT
