-- How do the records of typed classes add up to the human prompts that other places show?
-- One row per group with at least one record of a typed class. Copies are counted apart: they are in the ledgers, and in no other count.
WITH grouped AS (
  FROM grouped_sources
)
SELECT
  group_key                                                                           AS group_key,
  count(*) FILTER (WHERE class = 'human_prompt')                                      AS typed,
  count(*) FILTER (WHERE class = 'queued_prompt')                                     AS queued,
  count(*) FILTER (WHERE is_copy AND class IN ('human_prompt', 'queued_prompt'))      AS copies,
  count(*) FILTER (WHERE class IN ('command', 'bash_input'))                          AS commands,
  count(*) FILTER (WHERE is_copy AND class IN ('command', 'bash_input'))              AS command_copies
FROM records
JOIN grouped USING (source_id)
WHERE class IN ('human_prompt', 'queued_prompt', 'command', 'bash_input')
GROUP BY group_key
ORDER BY group_key
