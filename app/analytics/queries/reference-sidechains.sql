-- How many sub-agents with an id does each group hold, and where do their records stand?
-- One row per group with at least one.
WITH grouped AS (
  FROM grouped_sources
),
agents AS (
  SELECT DISTINCT
    group_key,
    grouped.session_id,
    chain,
    CASE
      WHEN grouped.role = 'session' THEN 'inline'
      -- By where it stands, not by what it is called within the folder that was imported.
      WHEN contains(replace(path, '\', '/'), '/subagents/') THEN 'subagents-folder'
      ELSE 'project-folder'
    END AS place
  FROM records
  JOIN grouped USING (source_id)
  JOIN sources USING (source_id)
  -- A chain named side-… is one whose records name no agent.
  WHERE is_sidechain AND chain <> 'main' AND NOT starts_with(chain, 'side-')
)
SELECT
  group_key                                          AS group_key,
  count(DISTINCT (session_id, chain))                AS total,
  count(*) FILTER (WHERE place = 'inline')           AS inline,
  count(*) FILTER (WHERE place = 'subagents-folder') AS in_subagents_folder,
  count(*) FILTER (WHERE place = 'project-folder')   AS in_project_folder
FROM agents
GROUP BY group_key
