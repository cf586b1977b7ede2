-- How many tokens did each step add to a context, as recorded, as estimated with the weights of its model, and by the rule of 4 characters a token?
-- One row per step of context_steps.
WITH token_weights AS (
  FROM given_weights
),
weights AS (
  SELECT number AS model_number, token_weights.*
  FROM fact_names
  JOIN token_weights ON contains(fact_names.name, token_weights.model)
  QUALIFY row_number() OVER (PARTITION BY number ORDER BY length(token_weights.model) DESC) = 1
),
steps AS (
  FROM context_steps
)
SELECT
  steps.* EXCLUDE (weighed, counted),
  steps.response + steps.thinking + steps.tool_call + steps.tool_result + steps.prompt + steps.injected AS chars,
  steps.weighed.response * weights.response + steps.weighed.thinking * weights.thinking + steps.weighed.tool_call * weights.tool_call
    + steps.weighed.tool_result * weights.tool_result + steps.weighed.prompt * weights.prompt + steps.weighed.injected * weights.injected
    + steps.counted + steps.calls * weights.per_call + weights.per_step AS estimate
FROM steps
JOIN replies USING (reply_key)
JOIN weights USING (model_number)
