/** Effects of the client's tools on files. */

/** They change no file that a person or an agent edits. */
export const readingTools: ReadonlySet<string> = new Set([
  'Read',
  'NotebookRead',
  'Grep',
  'Glob',
  'LS',
  'LSP',
  'WebFetch',
  'WebSearch',
  'TodoWrite',
  'TodoRead',
  'TaskCreate',
  'TaskUpdate',
  'TaskList',
  'TaskGet',
  'TaskStop',
  'TaskOutput',
  'AgentOutputTool',
  'BashOutput',
  'KillShell',
  'KillBash',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'Skill',
  'SlashCommand',
  'ToolSearch',
  'ListMcpResources',
  'ListMcpResourcesTool',
  'ReadMcpResource',
  'ReadMcpResourceTool',
  'SendMessage',
])

/** Their results say what they changed. */
export const writingTools: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])

/** They start a sub-agent. */
export const spawningTools: ReadonlySet<string> = new Set(['Task', 'Agent'])
