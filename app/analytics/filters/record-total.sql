-- How many records do the filters choose, copies included?
-- One row.
SELECT coalesce(sum(records), 0)::BIGINT AS found
FROM (
  FROM chosen_record_counts
)
