-- Says of a session that its files could not be read, in place of an earlier report.
-- One new row per main transcript of the session.
INSERT INTO problems BY NAME
SELECT
  source_id         AS source_id,
  session_id        AS session_id,
  file              AS file,
  NULL              AS line,
  NULL              AS byte_offset,
  NULL              AS byte_length,
  $code::VARCHAR    AS code,
  $reason::VARCHAR  AS reason,
  $action::VARCHAR  AS action
FROM sources
WHERE session_id = $session::VARCHAR AND role = 'session'
