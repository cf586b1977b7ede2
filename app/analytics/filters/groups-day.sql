-- How are the days called?
-- One row per day on which something may have happened, and one for what has no time. Facts bear the keys, days since 1970.
SELECT day AS group_key, strftime(DATE '1970-01-01' + day, '%Y-%m-%d') AS group_name
FROM (
  -- No zone is a day away from UTC. Floors, also before 1970.
  SELECT DISTINCT (quarter - (quarter % 96 + 96) % 96) // 96 + unnest([-1, 0, 1]) AS day FROM fact_quarters
)
UNION ALL
SELECT -2_147_483_648, '(no time)'
