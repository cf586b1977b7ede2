-- How many events do the filters choose?
-- One row.
SELECT coalesce(sum(events), 0)::BIGINT AS found
FROM (
  FROM chosen_activity
)
