-- How much does the store hold?
-- One row.
SELECT
  (SELECT count(*) FROM sessions)                                     AS sessions,
  (SELECT count(*) FROM commits)                                      AS commits,
  (SELECT count(*) FROM records)                                      AS records,
  (SELECT count(*) FROM problems)                                     AS problems,
  (SELECT count(*) FROM sources)                                      AS sources,
  (SELECT coalesce(sum(bytes), 0)::BIGINT FROM sources)               AS raw_bytes
