-- How many objects but files does the store contain?
-- One row. A call that two sessions contain is one object.
SELECT
  (SELECT count(DISTINCT tool_use_id) FROM events WHERE kind = 'tool_call' AND NOT is_copy) AS calls,
  (SELECT count(*) FROM sessions)                                                           AS sessions
