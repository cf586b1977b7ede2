-- Which state of the store do the tables show?
-- One row with one text.
SELECT coalesce(string_agg(key || '=' || value, ' ' ORDER BY key), '') AS mark FROM projection_state
