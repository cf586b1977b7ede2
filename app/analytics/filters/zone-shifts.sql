-- How far is the time of the zone from UTC, and from when on?
-- One row per quarter of an hour with which that changes, the first of all included.
SELECT
  quarter::BIGINT  AS quarter,
  seconds          AS seconds
FROM (
  SELECT quarter, seconds, lag(seconds) OVER (ORDER BY quarter) AS seconds_before
  FROM (
    SELECT
      quarter,
      date_diff('second', moment AT TIME ZONE 'UTC', moment AT TIME ZONE $zone::VARCHAR) AS seconds
    FROM (SELECT quarter, make_timestamptz(quarter::BIGINT * 900_000_000) AS moment FROM fact_quarters)
  )
)
WHERE seconds IS DISTINCT FROM seconds_before
ORDER BY quarter
