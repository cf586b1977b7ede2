-- Of which type is the agent of each chain of the sessions of this batch?
-- One new row per session and chain.
INSERT INTO fact_chains BY NAME
SELECT
  session_number  AS session_number,
  chain           AS chain,
  number          AS agent_number
FROM (
  SELECT session_number, chain, CASE WHEN chain = 'main' THEN '(main)' ELSE coalesce(max(agent_type), '(none)') END AS agent_type
  FROM (
    SELECT DISTINCT session_number, chain, NULL AS agent_type FROM fact_records
    UNION ALL
    SELECT session_number, chain, nullif(agent_type, '') FROM commits JOIN fact_batch USING (session_id)
  )
  GROUP BY session_number, chain
)
JOIN fact_names ON name = nfc_normalize(agent_type)
