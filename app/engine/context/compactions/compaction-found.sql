-- Which paths, commands, numbers, errors, decisions and instructions does each of these texts contain?
-- Makes a table for this batch. One row per occurrence.
CREATE OR REPLACE TEMP TABLE compaction_found AS
WITH prose AS (
  SELECT
    * EXCLUDE (body),
    -- Comments are no decisions, nor is other code.
    CASE
      WHEN is_result THEN regexp_replace(
        regexp_replace(body, '(?s)<system-reminder>.*?</system-reminder>|/\*.*?\*/|<!--.*?-->', '', 'g'),
        '(?m)^[-+ \t]*(?://|#|\*|--|;|%|REM\b|""").*$|\s(?://|#|--)\s?.*$', '', 'g'
      )
      ELSE regexp_replace(regexp_replace(body, '(?s)```.*?```', '', 'g'), '(?m)^\s*//.*$', '', 'g')
    END AS prose
  FROM compaction_texts
  WHERE kind <> 'tool_call' AND (is_of_person OR says_choice(lower(body)))
),
-- Only the lines that state one: splitting all of them would take most of the time.
sentences AS (
  SELECT
    * EXCLUDE (prose),
    trim(unnest(regexp_split_to_array(array_to_string(list_filter(regexp_extract_all(prose, '[^\n]+\n?'), lambda one: says_choice(lower(one))), ''), '(?:[.!?]\s+|\n+)'))) AS sentence
  FROM prose
),
decided AS (
  SELECT
    *,
    says_choice(lower(sentence)) AS decides,
    regexp_matches(sentence, '[{};=<>|\\]|\w\(') AS is_code
  FROM sentences
  WHERE length(sentence) BETWEEN 12 AND 400
),
-- What a person asks for: sentences that are no question, no code and no heading.
asked AS (
  SELECT * EXCLUDE (prose), trim(unnest(regexp_split_to_array(regexp_replace(regexp_replace(prose, '(?s)<[a-z-]+>.*?</[a-z-]+>|\w+://\S+', ' ', 'g'), '([.!?])\s+', '\1' || chr(10), 'g'), '\n+')), ' .!') AS sentence
  FROM prose
  WHERE is_of_person
),
lines_of_errors AS (
  -- The line of a failed result that says why; else its first.
  SELECT
    * EXCLUDE (body),
    coalesce(
      list_filter(error_lines, lambda error_line: regexp_matches(error_line, '(?i)error|fail|exception|fatal|panic|not found|no such|denied|cannot|can''t|invalid|unable|refused|timed out|must be|has not been|does not|not allowed|undefined|undeclared|mismatch|:\d+:\d+: '))[1],
      error_lines[1]
    ) AS error_line
  FROM (
    SELECT
      *,
      list_filter(
        list_transform(string_split(regexp_replace(body, '</?tool_use_error>|\x1b\[[0-9;]*m', '', 'g'), chr(10)), lambda one: trim(one)),
        lambda one: one <> '' AND NOT regexp_matches(one, '^Exit code \d+$')
      ) AS error_lines
    FROM compaction_texts
    WHERE is_result AND has_failed AND body IS NOT NULL
  )
  UNION ALL BY NAME
  -- A command whose output names an error, though its last part succeeded.
  SELECT
    * EXCLUDE (body),
    unnest(list_distinct(list_transform(regexp_extract_all(
      regexp_replace(body, '\x1b\[[0-9;]*m', '', 'g'),
      '(?m)^\s*(?:(?:[A-Za-z_][\w.]*)?(?:Error|Exception): \S.*|(?:error|fatal|panic)(?:\[\w+\])?: \S.*|\S+: (?:fatal )?error: \S.*|E {3,}\S.*|(?:FAILED|FAIL:?|--- FAIL:) +\S.*)$'
    ), lambda one: trim(one)))[1:20]) AS error_line
  FROM compaction_texts
  WHERE is_result AND NOT has_failed AND regexp_matches(body, 'rror|fatal|panic|xception|FAIL|(?m)^\s*E {3}') AND tool_name IN (SELECT unnest($shells::VARCHAR[]))
),
all_found AS (
  SELECT commit_id, source_id, line, 'path' AS kind, file_path AS item, CASE WHEN tool_name IN (SELECT unnest($changers::VARCHAR[])) THEN 'changed again' WHEN tool_name IN (SELECT unnest($finders::VARCHAR[])) THEN 'searched again' ELSE 'read again' END AS origin
  FROM compaction_texts
  WHERE kind = 'tool_call' AND file_path IS NOT NULL
  UNION ALL
  SELECT
    commit_id, source_id, line, 'path',
    -- A search that shows lines around a hit writes their numbers behind the path.
    regexp_replace(unnest(regexp_extract_all(regexp_replace(body, '\w+://\S+', ' ', 'g'), '(?:\.{0,2}/)?(?:[\w.@-]+/)+[\w.@-]*\w')), '(\.[A-Za-z]\w{0,7})-\d+$', '\1'),
    CASE WHEN is_of_person THEN 'asked again' WHEN is_result THEN 'result' ELSE 'text' END
  FROM compaction_texts
  WHERE kind <> 'tool_call' AND body IS NOT NULL
  UNION ALL
  SELECT commit_id, source_id, line, 'command', trim(json_extract_string(body, '$.command')), 'run again'
  FROM compaction_texts
  WHERE kind = 'tool_call' AND json_valid(body)
  UNION ALL
  SELECT
    commit_id, source_id, line, 'number', rtrim(token, '.,'),
    CASE WHEN is_of_person THEN 'asked again' WHEN is_result THEN 'result' ELSE 'text' END
  FROM (
    SELECT *, unnest(regexp_extract_all(regexp_replace(without_places(body), '[\w.@-]*/[\w./@-]*', ' ', 'g'), '[\w.,%/@~+-]*\d[\w.,%/@~+-]*')) AS token
    FROM compaction_texts
    WHERE kind <> 'tool_call' AND body IS NOT NULL
  )
  WHERE regexp_full_match(lower(rtrim(token, '.,')), '\d+(?:[.,]\d+)*(?:%|ms|s|m|h|k|b|kb|mb|gb)?')
  UNION ALL
  SELECT commit_id, source_id, line, 'error', left(error_line, 300), 'met again' FROM lines_of_errors WHERE len(words_in(error_line)) > 0
  UNION ALL
  SELECT commit_id, source_id, line, 'decision', sentence, CASE WHEN is_of_person THEN 'person' WHEN is_result THEN 'result' ELSE 'text' END
  FROM decided
  WHERE decides AND NOT (is_result AND is_code)
  UNION ALL
  SELECT commit_id, source_id, line, 'instruction', sentence, 'person'
  FROM asked
  WHERE length(sentence) BETWEEN 12 AND 400
    AND NOT ends_with(sentence, '?')
    AND NOT regexp_matches(sentence, '[{};=<>|\\]|\w\(|^[#/$@]|^[\W\d]*$')
    -- Pasted output has few words.
    AND len(list_filter(string_split(sentence, ' '), lambda word: regexp_full_match(word, '["''(]?\pL[\pL''’-]*[,;:.)"'']*'))) >= 4
    AND NOT regexp_matches(lower(sentence), '^(?:why|what|how|where|who|when|which|is|are|does|did|was|were)\b')
    AND len(words_in(sentence)) >= 2
    AND NOT says_choice(lower(sentence))
)
SELECT *, CASE kind WHEN 'error' THEN without_durations(plain(item)) ELSE plain(item) END AS plain_item
FROM all_found
WHERE item <> ''
