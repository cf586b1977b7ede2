/**
 * Tally, a made-up agent: this folder contains everything that Strata needs of an agent. It keeps one journal for each session,
 * `journals/<session>.tally.jsonl`; its lines have other fields than those of Claude Code, and name no line before them.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Agent, AgentRules, ListedRule, Tools } from '../../../app/model/agent.ts'
import { isObject, textIn, type JsonObject } from '../../../app/model/json-object.ts'
import { contentOf, readBlocks, textOf, type TranscriptRecord } from '../../../app/model/record.ts'
import type { RecordClass } from '../../../app/model/record-class.ts'
import { agentLines } from '../../../importer/records/agent-lines.ts'
import { followNothing, nothingSelected, type Dialect } from '../../../importer/records/dialect.ts'

const ending = '.tally.jsonl'

const tools: Tools = new Map([
  ['jot', 'write'],
  ['abacus', 'shell'],
])

/** A use of a tool, with the input that a tool of this kind has in a record. */
const useOf = ({ key, tool, ...given }: JsonObject): JsonObject => {
  const input = { file_path: given['page'], content: given['words'], command: given['run'] }
  return {
    type: 'tool_use',
    id: key,
    name: tool,
    input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  }
}

const machineSays = (line: JsonObject): JsonObject => {
  const spent = isObject(line['spent']) ? line['spent'] : undefined
  return {
    type: 'assistant',
    message: {
      role: 'assistant',
      id: line['turn'],
      model: line['mind'],
      content: isObject(line['use']) ? [useOf(line['use'])] : [{ type: 'text', text: line['words'] }],
      ...(spent === undefined
        ? {}
        : {
            usage: { input_tokens: spent['in'], output_tokens: spent['out'], cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
          }),
    },
  }
}

const toolSays = (line: JsonObject): JsonObject => ({
  type: 'user',
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: line['key'], content: line['words'], is_error: line['bad'] === true }],
  },
})

const said = (line: JsonObject): JsonObject => {
  switch (line['by']) {
    case 'person':
      return { type: 'user', message: { role: 'user', content: line['words'] } }
    case 'machine':
      return machineSays(line)
    case 'tool':
      return toolSays(line)
    default:
      return { type: 'tally-note' }
  }
}

const recordOf = (line: JsonObject): JsonObject => ({
  ...said(line),
  ...(typeof line['second'] === 'number' ? { timestamp: new Date(line['second'] * 1000).toISOString() } : {}),
  cwd: textIn(line, 'desk'),
  version: textIn(line, 'tally'),
  entrypoint: 'desk',
})

const isAnswer = (record: TranscriptRecord): boolean =>
  readBlocks(record.message?.['content'])?.some(({ type }) => type === 'tool_result') === true

const classOf = (record: TranscriptRecord): RecordClass => {
  if (record.type === 'user') return isAnswer(record) ? 'tool_result' : 'human_prompt'
  return record.type === 'assistant' ? 'reply' : 'bookkeeping'
}

const ruleOf: Readonly<Partial<Record<RecordClass, string>>> = {
  human_prompt: 'tally/person',
  tool_result: 'tally/tool',
  reply: 'tally/machine',
  bookkeeping: 'tally/note',
}

const listed = (name: RecordClass, appliesTo: ListedRule['appliesTo'], by: string): ListedRule => ({
  id: ruleOf[name] ?? '',
  ledger: 'finer',
  appliesTo,
  class: name,
  referenceClass: null,
  looksAt: `by is “${by}”`,
  example: JSON.stringify({ by, words: 'Count the sheep' }),
})

const saidIn = (record: TranscriptRecord): string => (textOf(contentOf(record)) ?? '').trim()

const rules: AgentRules = {
  judge: (record) => {
    const name = classOf(record)
    return { class: name, rule: ruleOf[name] ?? '', said: saidIn(record) }
  },
  saidIn,
  reference: (record) => {
    const name = classOf(record)
    return { class: name === 'human_prompt' || name === 'tool_result' ? name : 'other', mentionsInjected: false }
  },
  mentionsInjected: () => false,
  list: [
    listed('human_prompt', 'user', 'person'),
    listed('tool_result', 'user', 'tool'),
    listed('reply', 'other', 'machine'),
    listed('bookkeeping', 'other', 'note'),
  ],
}

const dialect: Dialect = { ...rules, tools, selection: nothingSelected, recordOf, isLinear: true, follow: followNothing }

export const tally: Agent = {
  id: 'tally',
  name: 'Tally',
  format: 'tally-v1',
  files: {
    probeRoots: (env) => {
      const folder = path.join(env['HOME'] ?? '/', '.tally', 'journals')
      return [{ path: folder, origin: 'default location', exists: existsSync(folder) }]
    },
    rootIn: (folder) => (existsSync(path.join(folder, 'journals')) ? path.join(folder, 'journals') : undefined),
    retentionOf: (root) => (root.includes(`${path.sep}.tally${path.sep}`) ? { days: null, source: 'Tally keeps its journals' } : undefined),
    roleOf: (file) => (file.endsWith(ending) ? 'session' : undefined),
    ownerOf: (file) => ({ sessionId: path.basename(file, ending), agentId: undefined, folder: path.basename(path.dirname(file)) }),
    folderOf: (file) => path.basename(path.dirname(file)),
    sessionPathOf: (file) => file,
    endsOf: () => ({ firstUuid: undefined, lastAt: undefined }),
  },
  lines: agentLines(dialect),
  rules,
  tools,
}
