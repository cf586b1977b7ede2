-- Which projects, templates and client versions of these sessions have no number yet?
-- One new row per name, in the composed form of Unicode.
INSERT INTO fact_names
SELECT coalesce((SELECT max(number) FROM fact_names), 0) + row_number() OVER (ORDER BY name), name, nullif(regexp_extract(name, '^mcp__(.+?)__', 1), '')
FROM (
  SELECT nfc_normalize(unnest([project, template, coalesce(client_version, '')])) AS name
  FROM sessions
  WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))
  UNION
  SELECT ''
)
ANTI JOIN fact_names USING (name)
