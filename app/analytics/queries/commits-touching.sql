-- Which commits hold a call of a tool, or one that was given a file; with both, one call that is of the tool and of the file?
-- One row per commit. A path is given whole, or by names in it that follow each other.
SELECT DISTINCT commit_id AS commit_id
FROM events
WHERE commit_id IS NOT NULL
  AND ($tool::VARCHAR IS NULL OR nfc_normalize(tool_name) = nfc_normalize($tool::VARCHAR))
  AND ($file::VARCHAR IS NULL OR contains('/' || replace(nfc_normalize(file_path), '\', '/') || '/', '/' || nfc_normalize($file::VARCHAR) || '/'))
