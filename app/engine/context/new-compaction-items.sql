-- Which items were in the context that each compaction replaced, what holds them still, and who needed them again?
-- One new row per compaction, kind and item.
INSERT INTO compaction_items BY NAME
WITH replaced AS (
  SELECT compaction_id, compaction_found.*
  FROM compaction_found
  JOIN compaction_places USING (commit_id)
  WHERE part = 'replaced'
),
touched AS (
  SELECT compaction_id, coalesce(list(DISTINCT '/' || plain_item || '/'), []) AS places
  FROM replaced
  WHERE kind = 'path' AND origin IN ('read again', 'changed again', 'searched again')
  GROUP BY compaction_id
),
counted AS (
  SELECT
    compaction_id, kind, item,
    any_value(plain_item) AS plain_item,
    count(*) AS times,
    bool_and(origin IN ('result', 'met again')) AS is_in_results_alone,
    arg_min({ 'source_id': source_id, 'line': line }, (source_id, line)) AS stood_at
  FROM replaced
  GROUP BY compaction_id, kind, item
),
items AS (
  SELECT row_number() OVER () AS number, counted.*, words_in(plain_item) AS item_words
  FROM counted
  LEFT JOIN touched USING (compaction_id)
  -- Branches, states and names of packages have slashes too: a path begins as one, ends like a file, or is a folder of a file that was touched.
  WHERE kind <> 'path'
    OR regexp_matches(item, '^(?:\.{0,2}|~)/|\.[A-Za-z]\w{0,7}$')
    OR len(list_filter(places, lambda place: contains(place, '/' || plain_item || '/'))) > 0
),
path_ends AS (
  SELECT number, compaction_id, plain_item, unnest(ends_of(plain_item)) AS path_end FROM items WHERE kind = 'path'
),
item_word AS (
  SELECT number, compaction_id, len(item_words) AS words, unnest(item_words) AS word FROM items WHERE kind IN ('error', 'decision', 'instruction')
),
-- Whole paths, numbers and words of what is left: what only begins or ends like one does not survive.
tokens AS (
  SELECT compaction_id, holder, 'path' AS kind, unnest(list_distinct(paths_in(text))) AS token FROM compaction_kept
  UNION ALL
  SELECT compaction_id, holder, 'number', unnest(list_distinct(numbers_in(text))) FROM compaction_kept
  UNION ALL
  SELECT DISTINCT compaction_id, holder, 'word', unnest(stems_of(word))
  FROM (SELECT compaction_id, holder, unnest(words_in(text)) AS word FROM compaction_kept)
),
path_tokens AS (
  SELECT compaction_id, holder, token, unnest(ends_of(token)) AS token_end FROM tokens WHERE kind = 'path'
),
kept AS (
  -- What is left may name a file by the end of its path, or by its name when that has an extension.
  SELECT number, holder
  FROM path_ends
  JOIN tokens ON tokens.compaction_id = path_ends.compaction_id AND tokens.kind = 'path' AND token = path_end
  WHERE token = plain_item OR regexp_matches(token, '/|\w\.\w')
  UNION
  SELECT number, holder
  FROM items
  JOIN path_tokens ON path_tokens.compaction_id = items.compaction_id AND token_end = plain_item
  WHERE kind = 'path'
  UNION
  SELECT number, holder
  FROM items
  JOIN tokens ON tokens.compaction_id = items.compaction_id AND tokens.kind = 'number' AND token = plain_item
  WHERE items.kind = 'number'
  UNION
  -- Where the output of a command went does not matter.
  SELECT number, holder
  FROM (SELECT *, ' ' || on_one_line(without_redirections(plain_item)) || ' ' AS line FROM items WHERE kind = 'command') AS items
  JOIN compaction_kept USING (compaction_id)
  WHERE contains(one_line, items.line) OR contains(without_redirections, items.line)
  UNION
  -- Two thirds of its longer words, also inflected.
  SELECT number, holder
  FROM item_word
  JOIN tokens ON tokens.compaction_id = item_word.compaction_id AND tokens.kind = 'word' AND token = word
  GROUP BY number, holder, words
  HAVING count(DISTINCT word) * 3 >= words * 2
  UNION
  SELECT number, holder FROM items JOIN compaction_kept USING (compaction_id) WHERE kind = 'decision' AND len(item_words) = 0
),
need_ends AS (
  SELECT *, unnest(ends_of(named)) AS named_end FROM compaction_needs WHERE kind = 'path'
),
needed AS (
  SELECT number, source_id, line, origin
  FROM path_ends
  JOIN compaction_needs USING (compaction_id)
  WHERE kind = 'path' AND named = path_end
  UNION
  SELECT number, need_ends.source_id, need_ends.line, origin
  FROM items
  JOIN need_ends ON need_ends.compaction_id = items.compaction_id AND named_end = plain_item
  WHERE items.kind = 'path'
  UNION
  SELECT number, compaction_needs.source_id, compaction_needs.line, origin
  FROM items
  JOIN compaction_needs ON compaction_needs.compaction_id = items.compaction_id AND compaction_needs.kind = items.kind
   AND named = CASE items.kind WHEN 'command' THEN on_one_line(without_redirections(plain_item)) ELSE plain_item END
  WHERE items.kind IN ('command', 'number', 'error')
  UNION
  SELECT number, source_id, line, 'asked again'
  FROM item_word
  JOIN (
    SELECT DISTINCT compaction_id, source_id, line, named, unnest(words_in(named)) AS word FROM compaction_needs WHERE kind = 'sentence'
  ) AS asked USING (compaction_id, word)
  JOIN items USING (number)
  WHERE kind IN ('decision', 'instruction') AND words >= 3
  GROUP BY number, source_id, line, named, words
  HAVING count(DISTINCT word) * 3 >= words * 2
),
needs AS (
  SELECT
    number,
    count(DISTINCT { 'source_id': source_id, 'line': line }) AS needed,
    arg_min({ 'origin': origin, 'source_id': source_id, 'line': line }, (source_id, line, origin)) AS first_need
  FROM needed
  GROUP BY number
),
holders AS (
  SELECT number, max(holder) AS kept_by FROM kept GROUP BY number
)
SELECT
  commits.session_id                                                            AS session_id,
  compaction_id                                                                 AS commit_id,
  kind                                                                          AS kind,
  item                                                                          AS item,
  times                                                                         AS times,
  CASE WHEN is_in_results_alone THEN 'tool results' ELSE 'conversation' END     AS held_by,
  kept_by                                                                       AS kept_by,
  stood_at.source_id                                                            AS source_id,
  stood_at.line                                                                 AS line,
  coalesce(needed, 0)                                                           AS needed,
  first_need.origin                                                             AS needed_as,
  first_need.source_id                                                          AS needed_source_id,
  first_need.line                                                               AS needed_line
FROM items
JOIN commits ON commits.commit_id = compaction_id
LEFT JOIN holders USING (number)
LEFT JOIN needs USING (number)
