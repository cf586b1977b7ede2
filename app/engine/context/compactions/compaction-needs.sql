-- What did agents and persons need after each compaction?
-- Makes a table for this batch. One row per compaction, record and what it named.
CREATE OR REPLACE TEMP TABLE compaction_needs AS
WITH named AS (
  SELECT commit_id, source_id, line, kind, plain_item AS named, origin
  FROM compaction_found
  WHERE origin IN ('read again', 'changed again', 'searched again', 'run again', 'asked again', 'met again')
    -- Small numbers are named for many reasons.
    AND (kind <> 'number' OR regexp_matches(plain_item, '\d\D*\d\D*\d|[a-z%]'))
  UNION ALL
  -- A path in a command.
  SELECT commit_id, source_id, line, 'path', unnest(paths_in(plain_item)), 'used in a command'
  FROM compaction_found
  WHERE kind = 'command'
  UNION ALL
  SELECT commit_id, source_id, line, 'sentence', unnest(string_split(plain(body), chr(10))), 'asked again'
  FROM compaction_texts
  WHERE is_of_person AND body IS NOT NULL
),
needs AS (
  SELECT DISTINCT
    compaction_id, source_id, line, kind, origin,
    CASE kind WHEN 'command' THEN on_one_line(without_redirections(named)) WHEN 'path' THEN rtrim(named, './') ELSE named END AS named
  FROM named
  JOIN compaction_places USING (commit_id)
  WHERE part = 'after' AND (kind <> 'path' OR contains(named, '/'))
),
worded AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY compaction_id, kind ORDER BY source_id, line, origin, named) AS place,
    CASE kind WHEN 'sentence' THEN words_in(named)[1:most_words_of_line() + 1] END AS asked_words
  FROM needs
)
-- The place among those of its kind, and the number of words up to it.
SELECT *, sum(len(asked_words)) OVER (PARTITION BY compaction_id, kind ORDER BY place) AS words_so_far
FROM worded
