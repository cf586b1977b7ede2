CREATE TABLE seen_files (
  path          VARCHAR NOT NULL,
  content_hash  VARCHAR NOT NULL,
  changed_ns    VARCHAR NOT NULL,
  inode         VARCHAR NOT NULL
);
COMMENT ON TABLE seen_files IS 'File state at the last read (change time, inode): detects changed content with the same size and time. One row per file; empty after a reindex until the files are checked again.';
COMMENT ON COLUMN seen_files.path IS 'Absolute path of the file.';
COMMENT ON COLUMN seen_files.content_hash IS 'BLAKE3 hash of the bytes that were read; the row does not apply to other versions of the file.';
COMMENT ON COLUMN seen_files.changed_ns IS 'Change time of the file, nanoseconds since 1970 as text; empty when it was so recent that a later write may have had the same change time.';
COMMENT ON COLUMN seen_files.inode IS 'Inode number of the file; empty when the file system reported several for the same file.';
