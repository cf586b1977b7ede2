-- What were the contexts filled with but for tools?
-- One new row per session of this batch, main chain or sub-agents, model and quarter of an hour.
INSERT INTO context_parts BY NAME
SELECT
  session_number                                                AS session_number,
  is_main                                                       AS is_main,
  agent_number                                                  AS agent_number,
  model_number                                                  AS model_number,
  quarter                                                       AS quarter,
  count(*) FILTER (WHERE part = 'prompt')                       AS prompt_items,
  coalesce(sum(chars) FILTER (WHERE part = 'prompt'), 0)        AS prompt_chars,
  coalesce(sum(read_chars) FILTER (WHERE part = 'prompt'), 0)   AS prompt_read,
  count(*) FILTER (WHERE part = 'response')                     AS response_items,
  coalesce(sum(chars) FILTER (WHERE part = 'response'), 0)      AS response_chars,
  coalesce(sum(read_chars) FILTER (WHERE part = 'response'), 0) AS response_read,
  count(*) FILTER (WHERE part = 'thinking')                     AS thinking_items,
  coalesce(sum(chars) FILTER (WHERE part = 'thinking'), 0)      AS thinking_chars,
  coalesce(sum(read_chars) FILTER (WHERE part = 'thinking'), 0) AS thinking_read,
  count(*) FILTER (WHERE part = 'injected')                     AS injected_items,
  coalesce(sum(chars) FILTER (WHERE part = 'injected'), 0)      AS injected_chars,
  coalesce(sum(read_chars) FILTER (WHERE part = 'injected'), 0) AS injected_read,
  count(*) FILTER (WHERE part = 'summary')                      AS summary_items,
  coalesce(sum(chars) FILTER (WHERE part = 'summary'), 0)       AS summary_chars,
  coalesce(sum(read_chars) FILTER (WHERE part = 'summary'), 0)  AS summary_read
FROM fact_parts
WHERE tool_name IS NULL
GROUP BY session_number, is_main, agent_number, model_number, quarter
