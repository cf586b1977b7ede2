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
