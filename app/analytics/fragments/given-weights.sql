-- By which weights are tokens estimated?
-- One row per model that has its own, and one for all others, without a name.
SELECT unnest(from_json($weights::VARCHAR, '[{"model":"VARCHAR","response":"DOUBLE","thinking":"DOUBLE","tool_call":"DOUBLE","tool_result":"DOUBLE","prompt":"DOUBLE","injected":"DOUBLE","per_call":"DOUBLE","per_step":"DOUBLE"}]'), recursive := true)
