-- Where in the tables do the rows of this batch lie?
-- One row. Those of a session lie together, so that most of a table need not be read; null where there are none.
SELECT
  (SELECT min(rowid) FROM records WHERE session_id IN (SELECT session_id FROM fact_batch))     AS records_first,
  (SELECT max(rowid) FROM records WHERE session_id IN (SELECT session_id FROM fact_batch))     AS records_last,
  (SELECT min(rowid) FROM events WHERE session_id IN (SELECT session_id FROM fact_batch))      AS events_first,
  (SELECT max(rowid) FROM events WHERE session_id IN (SELECT session_id FROM fact_batch))      AS events_last,
  (SELECT min(rowid) FROM token_usage WHERE session_id IN (SELECT session_id FROM fact_batch)) AS usage_first,
  (SELECT max(rowid) FROM token_usage WHERE session_id IN (SELECT session_id FROM fact_batch)) AS usage_last
