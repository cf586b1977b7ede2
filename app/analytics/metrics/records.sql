-- Which records does a number of the ledger count?
-- One row per record, in the order of files and lines.
WITH counted AS (
  SELECT source_id, sum(records) AS records
  FROM (
    FROM chosen_record_counts
  )
  WHERE ($class::VARCHAR IS NULL OR class = $class::VARCHAR)
    AND ($reference::VARCHAR IS NULL OR reference_class = $reference::VARCHAR)
    AND ($type::VARCHAR IS NULL OR record_type = $type::VARCHAR)
  GROUP BY source_id
),
-- Each has a record at least. No fact counts copies by themselves: for them every file is looked at.
files AS (
  SELECT source_id, file, counted.records
  FROM counted
  JOIN sources USING (source_id)
  ORDER BY file, source_id
  LIMIT CASE WHEN $copy::BOOLEAN IS NULL THEN $limit::BIGINT END
),
-- As many files as the rows that are wanted come from.
shown AS (
  SELECT source_id, file
  FROM (SELECT *, sum(records) OVER (ORDER BY file, source_id ROWS UNBOUNDED PRECEDING) - records AS before FROM files)
  WHERE $limit::BIGINT IS NULL OR $copy::BOOLEAN IS NOT NULL OR before < $limit::BIGINT
),
-- The records that give the model of a line, where the filters choose a model.
model_records AS (
  SELECT source_id, line, session_id, chain, model
  FROM records
  WHERE session_id IN (
    SELECT session_id
    FROM (
      FROM chosen_record_counts_with_sessions
    )
    SEMI JOIN shown USING (source_id)
  )
)
SELECT
  records.session_id         AS session_id,
  records.chain              AS chain,
  shown.file                 AS file,
  records.line               AS line,
  records.file_line          AS file_line,
  records.record_type        AS record_type,
  records.reference_class    AS reference_class,
  records.class              AS class,
  records.rule               AS rule,
  records.is_copy            AS is_copy,
  records.occurred_at        AS occurred_at,
  records.byte_length        AS bytes,
  records.source_id          AS source_id,
  records.commit_id          AS commit_id
FROM (
  FROM records_of_model
) AS records
JOIN shown USING (source_id)
JOIN (
  FROM chosen_sessions
) AS sessions USING (session_id)
WHERE ($chains::VARCHAR = 'both' OR (records.chain = 'main') = ($chains::VARCHAR = 'main'))
  AND ($agent_number::INTEGER IS NULL OR (records.session_id, records.chain) IN (FROM chains_of_agent_type))
  AND ($since_ms::BIGINT IS NULL OR records.occurred_at >= make_timestamptz($since_ms::BIGINT * 1000))
  AND ($until_ms::BIGINT IS NULL OR records.occurred_at < make_timestamptz($until_ms::BIGINT * 1000))
  AND ($class::VARCHAR IS NULL OR records.class = $class::VARCHAR)
  AND ($reference::VARCHAR IS NULL OR records.reference_class = $reference::VARCHAR)
  AND ($type::VARCHAR IS NULL OR records.record_type = $type::VARCHAR)
  AND ($copy::BOOLEAN IS NULL OR records.is_copy = $copy::BOOLEAN)
ORDER BY shown.file, records.source_id, records.line
