-- In which quarters of an hour did something happen that no fact had yet?
-- One new row per quarter.
INSERT INTO fact_quarters
SELECT quarter
FROM (
  SELECT quarter FROM fact_records
  UNION
  SELECT quarter FROM fact_events
  UNION
  -- Stretches of time begin where nothing happens.
  SELECT quarter FROM state_times SEMI JOIN fact_batch USING (session_number)
  UNION
  -- Every twelfth hour of longer ones: every day of any zone has one. What takes more than ten years, by a wrong clock, is of no day.
  SELECT unnest(generate_series((quarter + 47) // 48 * 48, quarter + quarters - 1, 48))::INTEGER
  FROM state_times
  SEMI JOIN fact_batch USING (session_number)
  WHERE quarters BETWEEN 2 AND 350_640
  UNION
  SELECT quarter + quarters - 1 FROM state_times SEMI JOIN fact_batch USING (session_number) WHERE quarters > 1
  UNION
  SELECT quarter FROM replies SEMI JOIN touched_replies USING (reply_key)
)
ANTI JOIN fact_quarters USING (quarter)
WHERE quarter IS NOT NULL
