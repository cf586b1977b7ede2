CREATE TABLE tracked_files (
  session_id     VARCHAR NOT NULL,
  object_id      VARCHAR NOT NULL,
  path           VARCHAR NOT NULL,
  observed_at    TIMESTAMPTZ NOT NULL,
  is_there       BOOLEAN NOT NULL,
  source_hash    VARCHAR,
  bytes          BIGINT  NOT NULL,
  artifact_hash  VARCHAR
);
COMMENT ON TABLE tracked_files IS 'Files on disk as strata track saw them. One row per change that it saw, the first look at a file included where nothing had shown the file so.';
COMMENT ON COLUMN tracked_files.session_id IS 'Session whose files are tracked.';
COMMENT ON COLUMN tracked_files.object_id IS 'Object, as in objects.';
COMMENT ON COLUMN tracked_files.path IS 'File, as the session names it.';
COMMENT ON COLUMN tracked_files.observed_at IS 'When it was seen.';
COMMENT ON COLUMN tracked_files.is_there IS 'False: it had been deleted.';
COMMENT ON COLUMN tracked_files.source_hash IS 'SHA-256 of its bytes; null when it had been deleted.';
COMMENT ON COLUMN tracked_files.bytes IS 'Size, bytes; 0 when it had been deleted.';
COMMENT ON COLUMN tracked_files.artifact_hash IS 'Artifact with its bytes; null for an empty, a deleted and a very large file.';
