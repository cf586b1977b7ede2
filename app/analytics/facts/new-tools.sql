-- Which tools have no number yet?
-- One new row per name, in the composed form of Unicode: each name has one number.
INSERT INTO fact_names
SELECT
  coalesce((SELECT max(number) FROM fact_names), 0) + row_number() OVER (ORDER BY name),
  name,
  nullif(regexp_extract(name, '^mcp__(.+?)__', 1), '')
FROM (
  SELECT nfc_normalize(tool_name) AS name FROM fact_events WHERE tool_name IS NOT NULL
  UNION
  SELECT ''
)
ANTI JOIN fact_names USING (name)
