-- Remembers that the facts of these sessions are made, and gives each its number.
-- One new row per session.
INSERT INTO fact_sessions
SELECT nextval('fact_session_numbers')::INTEGER, session_id
FROM (SELECT unnest($sessions::VARCHAR[]) AS session_id)
