/** What a tool of an agent does, whatever the agent calls it. The agent's folder says it of each of its tools. */

export const toolKinds = [
  /** Shows the file that it is given. */
  'read',
  /** Changes the file that it is given, and its result says how. */
  'write',
  /** Looks for files or lines; its path says where. */
  'find',
  /** Runs a command of a POSIX shell. */
  'shell',
  /** Runs a command of another shell: what it changes is unknown. */
  'other-shell',
  /** Output of a command that runs in the background. */
  'shell-output',
  /** Output or state of another task that runs in the background. */
  'task-output',
  /** Stops a command that runs in the background. */
  'stop-shell',
  /** Stops another task that runs in the background. */
  'stop-task',
  /** Starts a sub-agent. */
  'agent',
  /** Asks the person; the answer is its result. */
  'ask',
  /** Looks something up outside this machine. */
  'web',
  /** Notes that the agent keeps for itself. */
  'notes',
  /** Finds further tools. */
  'find-tool',
  /** Changes no file that a person or an agent edits. */
  'harmless',
  /** Unknown: it may change any file. */
  'other',
] as const

export type ToolKind = (typeof toolKinds)[number]
