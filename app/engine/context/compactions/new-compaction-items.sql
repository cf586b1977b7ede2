-- Which items were in the context that each compaction replaced, what holds them still, and who needed them again?
-- One new row per compaction, kind and item.
INSERT INTO compaction_items BY NAME
WITH items AS (
  SELECT * FROM compaction_counted WHERE is_item
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
considered AS (
  SELECT * FROM compaction_needs WHERE place <= most_needs()
),
-- What many items share distinguishes none of them.
keys AS (
  SELECT * FROM compaction_keys WHERE sharing <= most_sharing()
),
asked AS (
  SELECT compaction_id, place, source_id, line, asked_words[1:most_words_of_line()] AS asked_words
  FROM considered
  WHERE kind = 'sentence' AND words_so_far <= most_asked_words()
),
-- Sentences that share a rare word: only these are compared whole.
alike AS (
  SELECT DISTINCT number, keys.compaction_id, place
  FROM keys
  JOIN (SELECT compaction_id, place, unnest(asked_words) AS word FROM asked) AS asked_word
    ON asked_word.compaction_id = keys.compaction_id AND keys.kind = 'word' AND word = key
),
needed AS (
  SELECT number, considered.source_id, considered.line, origin
  FROM keys
  JOIN considered ON considered.compaction_id = keys.compaction_id AND considered.kind = keys.kind AND named = key
  UNION
  SELECT number, need_ends.source_id, need_ends.line, origin
  FROM keys
  JOIN (SELECT *, unnest(ends_of(named)) AS named_end FROM considered WHERE kind = 'path') AS need_ends
    ON need_ends.compaction_id = keys.compaction_id AND keys.kind = 'whole path' AND named_end = key
  UNION
  SELECT number, asked.source_id, asked.line, 'asked again'
  FROM alike
  JOIN items USING (number)
  JOIN asked ON asked.compaction_id = alike.compaction_id AND asked.place = alike.place
  WHERE len(list_intersect(item_words, asked_words)) * 3 >= len(item_words) * 2
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
