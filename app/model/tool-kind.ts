/** What a tool does. The folder of an agent says it of each tool of the agent, by the name that the agent gives it. */

/**
 * read, read-notebook: shows the file that it is given. write: gives a file its content; edit, edit-notebook: changes a part of it.
 * find: looks for files or lines, and its path says where. shell: runs a command of a POSIX shell; other-shell: of another one.
 * shell-output, task-output: says how a command or another task in the background is; stop-shell, stop-task: stops it.
 * agent: starts a sub-agent. ask: asks the person; approve: asks the person to approve a plan. web: looks something up outside this machine.
 * todo: the whole list of what is to be done; notes: other notes that the agent keeps for itself. find-tool: finds further tools.
 * harmless: changes no file that a person or an agent edits. other: unknown, it may change any file.
 */
export type ToolKind =
  | 'read'
  | 'read-notebook'
  | 'write'
  | 'edit'
  | 'edit-notebook'
  | 'find'
  | 'shell'
  | 'other-shell'
  | 'shell-output'
  | 'task-output'
  | 'stop-shell'
  | 'stop-task'
  | 'agent'
  | 'ask'
  | 'approve'
  | 'web'
  | 'todo'
  | 'notes'
  | 'find-tool'
  | 'harmless'
  | 'other'

/** Tools that are given a file, by what they do with it. */
export const changerKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['write', 'edit', 'edit-notebook'])
export const readerKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'read-notebook'])
/** The path that these are given says where they look. */
export const finderKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['find'])
/** Their answer comes from the person. */
export const askingKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['ask', 'approve'])
/** They say how a task in the background is. */
export const outputKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['shell-output', 'task-output'])
