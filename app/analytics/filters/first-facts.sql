-- Which of the facts belong to sessions whose names come first, as many sessions as rows are wanted?
-- One row per fact. For metrics grouped by session that order by name and have a row at least for every session with facts.
SELECT *
FROM (
  FROM facts_to_choose_from
)
WHERE session_number IN (
  SELECT session_number
  FROM (
    SELECT DISTINCT session_number
    FROM (
      FROM facts_to_choose_from
    )
  )
  JOIN fact_sessions USING (session_number)
  ORDER BY coalesce(nullif(session_id, ''), '(none)')
  LIMIT $limit::BIGINT
)
