/** Transcripts as large as the window has to bear: one session of a hundred thousand events, and many of a hundred thousand commits. */
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { growingSession } from './growing-session.mjs'

const firstAt = Date.UTC(2025, 0, 6, 8)
const agents = 20
const agentTurns = 50
/** A prompt, thinking, text, a call, its result, and a reply. */
const eventsInTurn = 6
const compactedEvery = 1500
const idleEvery = 40

const idOf = (number, sessionId) => `${String(number).padStart(8, '0')}${sessionId.slice(8)}`

/** Lines of a chain, each after the one before; `about` is what its records have in common. */
function chainOf(sessionId, about, startAt) {
  let number = 0
  let at = startAt
  let before = null
  const add = (seconds, record) => {
    at += seconds * 1000
    number += 1
    const uuid = idOf(about.first + number, sessionId)
    const line = {
      parentUuid: before,
      sessionId,
      cwd: '/bench/large',
      version: '2.1.0',
      ...about.fields,
      uuid,
      timestamp: new Date(at).toISOString(),
      ...record,
    }
    before = uuid
    return `${JSON.stringify(line)}\n`
  }
  return { add, cut: () => (before = null) }
}

const usageAt = (turn) => ({
  input_tokens: 12,
  cache_read_input_tokens: 20_000 + (turn % compactedEvery) * 90,
  cache_creation_input_tokens: 900,
  output_tokens: 240,
})

function turnOf(add, turn, prefix) {
  const call = `toolu_${prefix}${String(turn).padStart(10, '0')}`
  const message = (name, content) => ({
    id: `msg_${prefix}${turn}_${name}`,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content,
    usage: usageAt(turn),
  })
  return [
    add(turn % idleEvery === 0 ? 900 : 20, { type: 'user', message: { role: 'user', content: `Question ${turn}: and what follows?` } }),
    add(6, {
      type: 'assistant',
      message: message('a', [
        { type: 'thinking', thinking: 'What follows from this, and what does not?', signature: 'x' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: call, name: turn % 3 === 0 ? 'Bash' : 'Read', input: { file_path: `/bench/large/file-${turn % 90}.ts` } },
      ]),
    }),
    add(4, {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, is_error: turn % 17 === 0, content: 'a\nb' }] },
    }),
    add(5, { type: 'assistant', message: message('b', [{ type: 'text', text: `Answer ${turn}.` }]) }),
  ]
}

function compaction(chain) {
  chain.cut()
  return [
    chain.add(8, {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 160_000 },
    }),
    chain.add(1, { type: 'user', isCompactSummary: true, message: { role: 'user', content: 'This session is being continued.' } }),
  ]
}

/** One session of about `events` events with sub-agents and compactions, below `root`; gives its id. */
export function writeBusySession(root, events) {
  const sessionId = 'e0000000-0000-4000-8000-000000000000'
  const folder = path.join(root, '-bench-large')
  mkdirSync(folder, { recursive: true })
  const turns = Math.ceil(events / eventsInTurn) - agents * agentTurns
  const main = chainOf(sessionId, { first: 0, fields: { isSidechain: false } }, firstAt)
  let lines = []
  const flush = (file) => {
    appendFileSync(path.join(folder, file), lines.join(''))
    lines = []
  }
  for (let turn = 0; turn < turns; turn++) {
    lines.push(...turnOf(main.add, turn, 'm'))
    if (turn % compactedEvery === compactedEvery - 1) lines.push(...compaction(main))
    if (lines.length > 4000) flush(`${sessionId}.jsonl`)
  }
  flush(`${sessionId}.jsonl`)
  for (let agent = 0; agent < agents; agent++) {
    const agentId = `a${String(agent).padStart(7, '0')}`
    const startAt = firstAt + agent * (turns / agents) * 35_000
    const chain = chainOf(sessionId, { first: 10_000_000 + agent * 10_000, fields: { isSidechain: true, agentId } }, startAt)
    for (let turn = 0; turn < agentTurns; turn++) lines.push(...turnOf(chain.add, turn, `${agentId}x`))
    flush(`agent-${agentId}.jsonl`)
  }
  return sessionId
}

const codeLine = (number) => `  const total${number} = await readTotals(session, { from: ${number}, to: ${number + 40} })`
const codeLines = (from, count) => Array.from({ length: count }, (_, at) => codeLine(from + at)).join('\n')

/** A prompt, a reply with Markdown and code, an edit with its hunks, a command with a long output, and an answer. */
function workTurn(add, turn) {
  const [edit, run] = [`toolu_e${String(turn).padStart(20, '0')}`, `toolu_r${String(turn).padStart(20, '0')}`]
  const message = (name, content) => ({
    id: `msg_w${turn}_${name}`,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content,
    usage: usageAt(turn),
  })
  const result = (id, content, toolUseResult) =>
    add(3, { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }, toolUseResult })
  const [before, after] = [codeLines(turn, 6), codeLines(turn + 1000, 9)]
  const file = `/bench/long/src/part-${turn % 40}/totals-${turn % 7}.ts`
  const lines = [...before.split('\n').map((line) => `-${line}`), ...after.split('\n').map((line) => `+${line}`)]
  return [
    add(30, {
      type: 'user',
      message: { role: 'user', content: `Question ${turn}: why does total ${turn} differ, and what follows for the others?` },
    }),
    add(5, { type: 'assistant', message: message('a', [{ type: 'thinking', thinking: codeLines(turn, 8), signature: 'x' }]) }),
    add(2, {
      type: 'assistant',
      message: message('b', [
        {
          type: 'text',
          text: `## Cause ${turn}\n\nThe **sum** is read twice:\n\n\`\`\`ts\n${codeLines(turn, 8)}\n\`\`\`\n\n- first\n- second\n`,
        },
      ]),
    }),
    add(2, {
      type: 'assistant',
      message: message('c', [
        { type: 'tool_use', id: edit, name: 'Edit', input: { file_path: file, old_string: before, new_string: after } },
      ]),
    }),
    result(edit, `The file ${file} has been updated.`, {
      filePath: file,
      structuredPatch: [{ oldStart: 10, oldLines: 6, newStart: 10, newLines: 9, lines }],
    }),
    add(2, {
      type: 'assistant',
      message: message('d', [{ type: 'tool_use', id: run, name: 'Bash', input: { command: `npm test -- totals-${turn % 7}` } }]),
    }),
    result(run, codeLines(turn, 225), { stdout: '', stderr: '', interrupted: false }),
    add(4, {
      type: 'assistant',
      message: message('e', [
        { type: 'text', text: `Answer ${turn}: the total is read once now. ${'It agrees with the ledger. '.repeat(20)}` },
      ]),
    }),
  ]
}

/** One session of about `records` records, 3 kB each, below `root`; gives its id. */
export function writeLongConversation(root, records) {
  const sessionId = 'd0000000-0000-4000-8000-000000000000'
  const folder = path.join(root, '-bench-long')
  mkdirSync(folder, { recursive: true })
  const chain = chainOf(sessionId, { first: 0, fields: { isSidechain: false } }, firstAt)
  let lines = []
  let written = 0
  for (let turn = 0; written + lines.length < records; turn++) {
    lines.push(...workTurn(chain.add, turn))
    if (turn % 400 === 399) lines.push(...compaction(chain))
    if (lines.length < 2000) continue
    appendFileSync(path.join(folder, `${sessionId}.jsonl`), lines.join(''))
    written += lines.length
    lines = []
  }
  appendFileSync(path.join(folder, `${sessionId}.jsonl`), lines.join(''))
  return sessionId
}

/** Sessions of a thousand prompts with a reply each, a commit a prompt, below `root`; three run at a time. */
export function writeManyCommits(root, commits) {
  const perSession = 1000
  const folder = path.join(root, '-bench-commits')
  mkdirSync(folder, { recursive: true })
  for (let number = 0; number * perSession < commits; number++) {
    const sessionId = `f0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    const session = growingSession(sessionId, firstAt + (number * perSession * 2 * 1000) / 3)
    const lines = Array.from({ length: perSession * 2 }, () => session.next())
    appendFileSync(path.join(folder, `${sessionId}.jsonl`), lines.join(''))
  }
}
