-- Which copies of files did the client keep beside these sessions, and where did the sessions begin?
-- One row per copy; one without a copy for a session that has none.
SELECT
  sessions.session_id   AS session_id,
  sessions.cwd          AS cwd,
  sources.file          AS file,
  sources.bytes         AS bytes,
  sources.manifest_hash AS manifest_hash
FROM sessions
LEFT JOIN sources
  ON sources.session_id = sessions.session_id AND sources.role = 'side' AND contains(sources.file, 'file-history/')
WHERE sessions.session_id IN (SELECT unnest($sessions::VARCHAR[]))
