-- Which stretches does a request read before its own?
-- Makes a table for this batch. One row per stretch and earlier stretch on its way from the compaction or the root; 1 is the nearest.
CREATE OR REPLACE TEMP TABLE fact_earlier_stretches AS
WITH RECURSIVE links AS (
  SELECT own.session_number, own.chain, own.stretch, before.stretch AS earlier
  FROM fact_stretches AS own
  JOIN fact_stretches AS before
    ON before.session_number = own.session_number AND before.chain = own.chain AND before.commit_id = own.parent_id
  WHERE NOT own.is_beginning AND before.stretch <> own.stretch
),
ways AS (
  SELECT session_number, chain, stretch, earlier, 1 AS steps_before
  FROM links
  UNION ALL
  SELECT ways.session_number, ways.chain, ways.stretch, links.earlier, steps_before + 1
  FROM ways
  JOIN links ON links.session_number = ways.session_number AND links.chain = ways.chain AND links.stretch = ways.earlier
)
FROM ways
