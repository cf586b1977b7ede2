/** The tools of Claude Code, by what they do. */
import type { ToolKind } from '../../app/model/tool-kind.ts'

const names: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  read: ['Read'],
  'read-notebook': ['NotebookRead'],
  write: ['Write'],
  edit: ['Edit', 'MultiEdit'],
  'edit-notebook': ['NotebookEdit'],
  find: ['Grep', 'Glob', 'LS'],
  shell: ['Bash'],
  'other-shell': ['PowerShell'],
  'shell-output': ['BashOutput'],
  'task-output': ['TaskOutput', 'AgentOutputTool'],
  'stop-shell': ['KillShell'],
  'stop-task': ['KillBash', 'TaskStop'],
  agent: ['Task', 'Agent'],
  ask: ['AskUserQuestion'],
  approve: ['ExitPlanMode'],
  web: ['WebFetch', 'WebSearch'],
  todo: ['TodoWrite'],
  notes: ['TodoRead', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet'],
  'find-tool': ['ToolSearch'],
  harmless: [
    'LSP',
    'EnterPlanMode',
    'Skill',
    'SlashCommand',
    'ListMcpResources',
    'ListMcpResourcesTool',
    'ReadMcpResource',
    'ReadMcpResourceTool',
    'SendMessage',
  ],
}

/** Kind of each tool, by its name; of the tools of servers nothing is known. */
export const tools: ReadonlyMap<string, ToolKind> = new Map(
  (Object.entries(names) as [ToolKind, readonly string[]][]).flatMap(([kind, own]) => own.map((tool) => [tool, kind] as const)),
)
