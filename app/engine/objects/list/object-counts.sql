-- How many objects but files does the store contain?
-- One row. A call that two sessions contain counts for each.
SELECT
  (SELECT count(*) FROM events WHERE kind = 'tool_call' AND NOT is_copy AND tool_use_id IS NOT NULL) AS calls,
  (SELECT count(*) FROM sessions)                                                                     AS sessions
