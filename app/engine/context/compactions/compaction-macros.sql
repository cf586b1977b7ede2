-- How are texts compared? Commands without where their output goes; places of files by their parts; words with their inflections.
-- Makes functions for this connection.
CREATE OR REPLACE TEMP MACRO without_redirections(said) AS
  regexp_replace(said, '(^|\s)(?:(?:\d|&)?>>?(?:&\d|\s*[^\s;|&<>()]+)|<\s*[^\s;|&<>()]+)', '\1', 'g');
CREATE OR REPLACE TEMP MACRO on_one_line(said) AS
  trim(regexp_replace(regexp_replace(said, '[.:](?:\s|$)', ' ', 'g'), '[\s`"''(),;]+', ' ', 'g'));
CREATE OR REPLACE TEMP MACRO plain(said) AS lower(replace(said, '\', '/'));
-- A path and its ends: a/b/c, b/c, c. Of a very deep one only the shortest ends.
CREATE OR REPLACE TEMP MACRO ends_of(path) AS
  list_concat(
    CASE WHEN len(string_split(path, '/')) > 64 THEN [path] ELSE [] END,
    list_transform(
      range(greatest(1, len(string_split(path, '/')) - 62), len(string_split(path, '/')) + 1),
      lambda nth: array_to_string(string_split(path, '/')[nth:], '/')
    )
  );
CREATE OR REPLACE TEMP MACRO paths_in(said) AS
  list_transform(regexp_extract_all(said, '[\w./@~+-]+'), lambda token: rtrim(token, './'));
CREATE OR REPLACE TEMP MACRO numbers_in(said) AS
  list_transform(regexp_extract_all(said, '[\w.,%/@~+-]+'), lambda token: rtrim(token, '.,'));
-- A text without the numbers of its headings and of the entries of its lists.
CREATE OR REPLACE TEMP MACRO without_places(said) AS
  regexp_replace(said, '(?m)^\s*#+\s+\d+(?:\.\d+)*[.:)]?\s|^[\s>]*(?:[*-]\s+)?(?:\*\*)?\d{1,3}[.)]\s', ' ', 'g');
CREATE OR REPLACE TEMP MACRO words_in(said) AS list_distinct(regexp_extract_all(lower(said), '[\pL\pN_-]{5,}'));
-- The words that a word is an inflection of, and itself.
CREATE OR REPLACE TEMP MACRO stems_of(word) AS
  [word, regexp_replace(word, 's$', ''), regexp_replace(word, 'ed$', ''), regexp_replace(word, 'ing$', '')];
-- A text without what only describes: that something is never used, or always was so.
CREATE OR REPLACE TEMP MACRO without_descriptions(said) AS
  regexp_replace(
    said, '(?:\b(?:is|are|was|were|be|been|gets?|has|have|had|will|would|does|did)|''s)\s+(?:never|always)\b|\b(?:never|always)\s+(?:\w+(?:ed|wn|en|t)|\w+s)\b', ' ', 'g'
  );
-- Whether a sentence, in small letters, states a choice or a rule. One thing instead of another is a choice where the sentence says who acts.
CREATE OR REPLACE TEMP MACRO says_choice(said) AS
  regexp_matches(said, '\b(?:decided?|decision|chose|choose|we''ll use|we will use|let''s use|going with|agreed|settled on|must not|must)\b')
  OR regexp_matches(without_descriptions(said), '\b(?:never|always)\b')
  OR regexp_matches(said, '\b(?:use|using|keep|keeping|put|make|do|go|take|prefer|switch|move|replace|store|return|write|add|change|listen|run|call|build|read|show|want|need)\b.*\b(?:instead of|rather than)\b');
-- How long it took differs each time.
CREATE OR REPLACE TEMP MACRO without_durations(said) AS regexp_replace(said, '\(?\b\d+(?:\.\d+)?m?s\b\)?', '', 'g');
-- Limits for one compaction, so that no text makes the comparison long: different items of a kind, needs of a kind, words of what persons
-- wrote after it, and items that may share a word or an end of a path, which then distinguishes none of them.
CREATE OR REPLACE TEMP MACRO most_items(kind) AS CASE WHEN kind IN ('path', 'command', 'number') THEN 5000 ELSE 2000 END;
CREATE OR REPLACE TEMP MACRO most_needs() AS 20000;
CREATE OR REPLACE TEMP MACRO most_asked_words() AS 50000;
CREATE OR REPLACE TEMP MACRO most_words_of_line() AS 2000;
CREATE OR REPLACE TEMP MACRO most_sharing() AS 50;
