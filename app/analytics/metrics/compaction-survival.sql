-- Which paths, commands, numbers and decisions of the replaced context does the summary of a compaction contain?
-- One row per kind and item of the replaced context, lost items last.
WITH compaction AS (
  FROM named_compaction
),
-- Back to the compaction before, which is part of what was replaced, or to the root.
replaced AS (
  SELECT commits.commit_id, commits.session_id
  FROM commits
  WHERE commit_id IN (SELECT unnest($replaced::VARCHAR[])) AND EXISTS (FROM compaction)
),
-- Whole paths, numbers, words and commands of the summary: what only begins or ends like one does not survive.
summary AS (
  SELECT
    list_transform(regexp_extract_all(text, '[\w./@~+-]+'), lambda token: rtrim(token, './')) AS paths,
    list_transform(regexp_extract_all(text, '[\w.,%/@~+-]+'), lambda token: rtrim(token, '.,')) AS numbers,
    regexp_extract_all(text, '[\w-]{5,}') AS words,
    ' ' || trim(regexp_replace(regexp_replace(text, '[.:](?:\s|$)', ' ', 'g'), '[\s`"''(),;]+', ' ', 'g')) || ' ' AS one_line,
    ' ' || trim(regexp_replace(regexp_replace(regexp_replace(text, '(^|\s)(?:(?:\d|&)?>>?(?:&\d|\s*[^\s;|&<>()]+)|<\s*[^\s;|&<>()]+)', '\1', 'g'), '[.:](?:\s|$)', ' ', 'g'), '[\s`"''(),;]+', ' ', 'g')) || ' ' AS line_without_redirections
  FROM (
    SELECT lower(replace(string_agg(body, E'\n'), '\', '/')) AS text
    FROM events
    WHERE session_id IN (SELECT session_id FROM compaction) AND commit_id IN (SELECT commit_id FROM compaction) AND kind = 'prompt' AND class = 'compaction_summary' AND NOT is_copy
  )
),
replaced_events AS (
  SELECT kind, class, tool_name, file_path, body
  FROM events
  -- The limits exclude nothing: they show the planner that the chain is short, so that the texts of other sessions are not even read.
  WHERE session_id IN (SELECT DISTINCT session_id FROM replaced LIMIT 10_000)
    AND commit_id IN (SELECT unnest($replaced::VARCHAR[]) LIMIT 1_000_000)
    AND NOT is_copy
),
texts AS (
  SELECT body, false AS is_result FROM replaced_events WHERE kind IN ('prompt', 'response') AND body IS NOT NULL
  UNION ALL
  -- A tool that shows a file numbers its lines: those numbers are no content. A diff writes a/ and b/ before paths.
  SELECT
    regexp_replace(
      regexp_replace(regexp_replace(result, '(?m)^\s*\d+(?:→|\t)', '', 'g'), '(?m)^(---|\+\+\+) [ab]/', '\1 ', 'g'),
      '(?m)^diff --git a/(\S+) b/(\S+)', 'diff --git \1 \2', 'g'
    ),
    true
  FROM (SELECT unnest($results::VARCHAR[]) AS result)
  WHERE EXISTS (FROM compaction)
),
sentences AS (
  SELECT unnest(regexp_split_to_array(prose, '(?:[.!?]\s+|\n+)')) AS sentence, is_result
  FROM (
    -- Comments are no decisions, nor is other code.
    SELECT
      CASE
        WHEN is_result THEN regexp_replace(
          regexp_replace(body, '(?s)<system-reminder>.*?</system-reminder>|/\*.*?\*/|<!--.*?-->', '', 'g'),
          '(?m)^[-+ \t]*(?://|#|\*|--|;|%|REM\b|""").*$|\s(?://|#|--)\s?.*$', '', 'g'
        )
        ELSE regexp_replace(regexp_replace(body, '(?s)```.*?```', '', 'g'), '(?m)^\s*//.*$', '', 'g')
      END AS prose,
      is_result
    FROM texts
  )
),
items AS (
  SELECT 'path' AS kind, file_path AS item, false AS is_result FROM replaced_events WHERE file_path IS NOT NULL
  UNION ALL
  SELECT 'path', unnest(regexp_extract_all(regexp_replace(body, '\w+://\S+', ' ', 'g'), '(?:\.{0,2}/)?(?:[\w.@-]+/)+[\w.@-]*\w')), is_result FROM texts
  UNION ALL
  SELECT 'command', trim(command), false
  FROM (SELECT CASE WHEN kind = 'tool_call' AND json_valid(body) THEN json_extract_string(body, '$.command') END AS command FROM replaced_events)
  WHERE command IS NOT NULL
  UNION ALL
  SELECT 'number', token, is_result
  FROM (SELECT rtrim(unnest(regexp_extract_all(regexp_replace(body, '[\w.@-]*/[\w./@-]*', ' ', 'g'), '[\w.,%/@~+-]+')), '.,') AS token, is_result FROM texts)
  WHERE regexp_full_match(lower(token), '\d+(?:[.,]\d+)*(?:%|ms|s|m|h|k|b|kb|mb|gb)?')
  UNION ALL
  SELECT 'decision', trim(sentence), is_result
  FROM sentences
  WHERE regexp_matches(lower(sentence), '\b(?:decided?|decision|chose|choose|we''ll use|we will use|let''s use|instead of|rather than|going with|agreed|settled on|must not|must|never|always)\b')
    AND length(trim(sentence)) BETWEEN 12 AND 400
    AND (NOT is_result OR NOT regexp_matches(sentence, '[{};=<>|\\]|\w\('))
),
counted AS (
  SELECT kind, item, count(*) AS times, bool_and(is_result) AS is_in_results_alone
  FROM items
  WHERE item <> ''
  GROUP BY kind, item
),
known_places AS (
  SELECT coalesce(list(DISTINCT '/' || replace(file_path, '\', '/') || '/'), []) AS places FROM replaced_events WHERE file_path IS NOT NULL
),
judged AS (
  SELECT
    counted.*,
    CASE kind
      -- The summary may name a file by the end of its path, or by its name when that has an extension.
      WHEN 'path' THEN len(list_filter(paths, lambda token:
        token = plain_item
        OR (ends_with(plain_item, '/' || token) AND regexp_matches(token, '/|\w\.\w'))
        OR ends_with(token, '/' || plain_item)
      )) > 0
      WHEN 'number' THEN list_contains(numbers, plain_item)
      -- Two thirds of its longer words, also inflected.
      WHEN 'decision' THEN len(list_filter(item_words, lambda word: list_has_any(words, [word, word || 's', word || 'ed', word || 'ing']))) * 3 >= len(item_words) * 2
      -- Where its output went does not matter.
      ELSE contains(one_line, ' ' || trim(regexp_replace(regexp_replace(regexp_replace(plain_item, '(^|\s)(?:(?:\d|&)?>>?(?:&\d|\s*[^\s;|&<>()]+)|<\s*[^\s;|&<>()]+)', '\1', 'g'), '[.:](?:\s|$)', ' ', 'g'), '[\s`"''(),;]+', ' ', 'g')) || ' ')
        OR contains(line_without_redirections, ' ' || trim(regexp_replace(regexp_replace(regexp_replace(plain_item, '(^|\s)(?:(?:\d|&)?>>?(?:&\d|\s*[^\s;|&<>()]+)|<\s*[^\s;|&<>()]+)', '\1', 'g'), '[.:](?:\s|$)', ' ', 'g'), '[\s`"''(),;]+', ' ', 'g')) || ' ')
    END AS survives
  FROM (
    SELECT
      counted.*,
      lower(replace(item, '\', '/')) AS plain_item,
      CASE kind WHEN 'decision' THEN list_distinct(regexp_extract_all(lower(item), '[\w-]{5,}')) END AS item_words
    FROM counted
    CROSS JOIN known_places
    -- Branches, states and names of packages have slashes too: a path begins as one, ends like a file, or is a folder of a file that was touched.
    WHERE kind <> 'path'
      OR regexp_matches(item, '^(?:\.{0,2}|~)/|\.[A-Za-z]\w{0,7}$')
      OR len(list_filter(places, lambda place: contains(place, '/' || item || '/'))) > 0
  ) AS counted
  CROSS JOIN summary
)
SELECT
  kind                                        AS kind,
  item                                        AS item,
  times                                       AS times,
  CASE WHEN is_in_results_alone THEN 'tool results' ELSE 'conversation' END AS held_by,
  coalesce(survives, false)                   AS survives
FROM judged
ORDER BY list_position(['path', 'command', 'number', 'decision'], kind), survives DESC, times DESC, item
