-- Which commits hold no conversation: no prompt, no reply and no tool call, begin a chain, and have neither a name nor a pin?
-- One row per commit.
SELECT
  commit_id AS commit_id
FROM commits
ANTI JOIN refs USING (commit_id)
ANTI JOIN pins USING (commit_id)
WHERE parent_id IS NULL
  AND commit_type = 'delta'
  AND human_prompts = 0
  AND commands = 0
  AND responses = 0
  AND tool_calls = 0
  AND errors = 0
  AND len(models) = 0
  AND regexp_matches(summary, '^[0-9,]+ records?$')
