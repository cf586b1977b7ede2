-- In which session and folder was this decided?
-- One row, or none: the event is not known.
SELECT
  thinking.session_id AS session_id,
  coalesce(any_value(own.cwd), arg_min(other.cwd, (coalesce(other.started_at, 'infinity'::TIMESTAMPTZ), other.commit_id))) AS cwd
FROM thinking_events AS thinking
LEFT JOIN commits AS own ON own.commit_id = thinking.commit_id
LEFT JOIN commits AS other ON other.session_id = thinking.session_id AND other.cwd IS NOT NULL
WHERE thinking.event_id = $event::VARCHAR
GROUP BY thinking.session_id
