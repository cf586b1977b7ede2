-- How many tokens did each step add to a context, as recorded, as estimated with the weights of its model, and by the rule of 4 characters a token?
-- One row per step of context_steps.
WITH given_weights AS (
  SELECT unnest(from_json($weights::VARCHAR, '[{"model":"VARCHAR","response":"DOUBLE","thinking":"DOUBLE","tool_call":"DOUBLE","tool_result":"DOUBLE","prompt":"DOUBLE","injected":"DOUBLE","per_call":"DOUBLE","per_step":"DOUBLE"}]'), recursive := true)
),
weights AS (
  SELECT number AS model_number, given_weights.*
  FROM fact_names
  JOIN given_weights ON contains(fact_names.name, given_weights.model)
  QUALIFY row_number() OVER (PARTITION BY number ORDER BY length(given_weights.model) DESC) = 1
),
steps AS (
  FROM context_steps
)
SELECT
  steps.*,
  steps.response + steps.thinking + steps.tool_call + steps.tool_result + steps.prompt + steps.injected AS chars,
  steps.response * weights.response + steps.thinking * weights.thinking + steps.tool_call * weights.tool_call
    + steps.tool_result * weights.tool_result + steps.prompt * weights.prompt + steps.injected * weights.injected
    + steps.calls * weights.per_call + weights.per_step AS estimate
FROM steps
JOIN replies USING (reply_key)
JOIN weights USING (model_number)
