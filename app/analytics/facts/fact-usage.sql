-- Where in the whole store do the touched replies stand, copies included?
-- Makes a table for this batch. One row per record that contains one.
CREATE OR REPLACE TEMP TABLE fact_usage AS
FROM token_usage
SEMI JOIN touched_replies USING (reply_key)
