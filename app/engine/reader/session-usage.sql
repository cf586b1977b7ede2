-- How many tokens did the models write in each chain of a session?
-- One row per chain with usage; each reply counts once.
SELECT
  chain                    AS chain,
  sum(output_tokens)::BIGINT AS output_tokens
FROM (
  SELECT
    reply_key,
    arg_max(chain, (account_rank, line))         AS chain,
    arg_max(output_tokens, (account_rank, line)) AS output_tokens
  FROM token_usage
  WHERE session_id = $session::VARCHAR AND NOT is_copy
  GROUP BY reply_key
)
WHERE output_tokens IS NOT NULL
GROUP BY chain
