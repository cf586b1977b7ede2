-- Names of people and places become hashes that cannot be computed without the key; equal names have equal hashes. Texts are excluded.
-- Ids that programs drew, and words that programs use, are not hashed; any other value in their columns is.
CREATE TEMP MACRO hidden(name) AS
  CASE WHEN name IS NOT NULL THEN left(sha256(getvariable('lake_key') || name), 16) END;
CREATE TEMP MACRO known_id(name) AS
  CASE
    WHEN regexp_full_match(name, 'main|replaced|(ctx-)?[0-9a-f]{6,64}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(toolu|msg|req)_[0-9A-Za-z]{8,40}')
      THEN name
    ELSE hidden(name)
  END;
CREATE TEMP MACRO known_word(name) AS
  CASE
    WHEN name = '' OR length(name) <= 60 AND regexp_full_match(name, '[0-9A-Za-z_<][0-9A-Za-z_.:+>-]*(/[0-9A-Za-z_.:+-]+)?') THEN name
    ELSE hidden(name)
  END;
CREATE TEMP MACRO left_out(content) AS CASE WHEN false THEN content END;
