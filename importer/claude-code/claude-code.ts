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
import { tools } from './tools.ts'

/** How its lines are read. */
export const dialect: Dialect = { ...rules, tools, selection: recordFields, follow: () => new QueueFollower() }

export const claudeCode: Agent = {
  id: 'claude-code',
  name: 'Claude Code',
  format: 'claude-code-v1',
  files,
  lines: agentLines(dialect),
  rules,
  tools,
  history,
  openStream: () => new StreamJsonReader(),
}
