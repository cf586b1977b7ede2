-- How are the months called?
-- One row per month in which something may have happened, and one for what has no time. Facts bear the keys, months since 1970.
SELECT month AS group_key, strftime(DATE '1970-01-01' + to_months(month), '%Y-%m') AS group_name
FROM (
  SELECT DISTINCT month_of_day(day) AS month
  FROM (
    -- No zone is a day away from UTC. Floors, also before 1970.
    SELECT DISTINCT (quarter - (quarter % 96 + 96) % 96) // 96 + unnest([-1, 0, 1]) AS day FROM fact_quarters
  )
)
UNION ALL
SELECT -2_147_483_648, '(no time)'
