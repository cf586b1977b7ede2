-- Which commits did each compaction replace, and which follow it?
-- Makes a table for this batch. One row per compaction and commit; the commit of the compaction follows itself.
CREATE OR REPLACE TEMP TABLE compaction_places AS
SELECT
  unnest($compactions::VARCHAR[]) AS compaction_id,
  unnest($commits::VARCHAR[])     AS commit_id,
  unnest($parts::VARCHAR[])       AS part
