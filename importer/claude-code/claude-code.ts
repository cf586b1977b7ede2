/** Claude Code as an agent. */
import type { Agent } from '../../app/model/agent.ts'
import { agentLines } from '../records/agent-lines.ts'
import type { Dialect } from '../records/dialect.ts'
import { files } from './files.ts'
import { history } from './history-file.ts'
import { QueueFollower } from './queued-prompts.ts'
import { recordFields } from './read-fields.ts'
import { rules } from './rules.ts'
import { StreamJsonReader } from './stream-json/stream-reader.ts'
import { toolKinds } from './tools.ts'

/** How its lines are read. */
export const dialect: Dialect = { ...rules, selection: recordFields, follow: () => new QueueFollower() }

export const claudeCode: Agent = {
  id: 'claude-code',
  name: 'Claude Code',
  format: 'claude-code-v1',
  files,
  lines: agentLines(dialect),
  rules,
  toolKind: (name) => toolKinds.get(name),
  history,
  openStream: () => new StreamJsonReader(),
}
