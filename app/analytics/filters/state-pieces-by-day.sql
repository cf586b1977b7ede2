-- How far does each stretch of time reach on each day?
-- One row per stretch and day of the zone. What takes more than ten years, by a wrong clock, is of no day.
SELECT state_times.*, quarter AS from_quarter, quarter + quarters AS until_quarter, local_day(quarter) AS day
FROM (SELECT *, quarter + quarters - 1 AS last_quarter FROM state_times) AS state_times
WHERE quarters = 1 OR quarters <= 350_640 AND local_day(quarter) = local_day(last_quarter)
UNION ALL
SELECT state_times.*, quarter + quarters - 1, quarter, quarter + quarters, -2_147_483_648
FROM state_times
WHERE quarters > 350_640
UNION ALL
SELECT
  * EXCLUDE (local_midnight, next_midnight),
  greatest(quarter, epoch(midnight_of(local_midnight))::BIGINT // 900),
  least(quarter + quarters, epoch(midnight_of(next_midnight))::BIGINT // 900),
  date_diff('day', DATE '1970-01-01', local_midnight::DATE)
FROM (
  SELECT *, local_midnight + INTERVAL 1 DAY AS next_midnight
  FROM (
    SELECT *, unnest(generate_series(
      date_trunc('day', make_timestamptz(quarter::BIGINT * 900_000_000) AT TIME ZONE $zone::VARCHAR),
      make_timestamptz((quarter + quarters)::BIGINT * 900_000_000 - 1_000_000) AT TIME ZONE $zone::VARCHAR,
      INTERVAL 1 DAY
    )) AS local_midnight
    FROM (SELECT *, quarter + quarters - 1 AS last_quarter FROM state_times)
    WHERE quarters BETWEEN 2 AND 350_640 AND local_day(quarter) <> local_day(last_quarter)
  )
)
