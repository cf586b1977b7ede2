CREATE TABLE seen_files (
  path          VARCHAR NOT NULL,
  content_hash  VARCHAR NOT NULL,
  changed_ns    VARCHAR NOT NULL,
  inode         VARCHAR NOT NULL
);
COMMENT ON TABLE seen_files IS 'How files looked on this machine when they were last read: what tells a file with other bytes and the same size and time. One row per file; after a reindex none, until files are looked at again.';
COMMENT ON COLUMN seen_files.path IS 'Absolute path of the file.';
COMMENT ON COLUMN seen_files.content_hash IS 'BLAKE3 hash of the bytes that were read; of another version of the file the row says nothing.';
COMMENT ON COLUMN seen_files.changed_ns IS 'Change time of the file, nanoseconds since 1970 as text; empty when it was so recent that the file may have been written again without another one.';
COMMENT ON COLUMN seen_files.inode IS 'Number of the file in its file system; empty when that gave the same file several.';
