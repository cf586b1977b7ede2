/** A transcript that grows by a line at a time, to see how long a new line takes to be shown. */
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const firstAt = Date.UTC(2025, 0, 1)

/** The lines of a conversation, prompts and replies in turn, a second apart, about 500 bytes each unless replies are longer. */
export function growingSession(sessionId, startAt = firstAt, replyBytes = 250) {
  let lines = 0
  return {
    lines: () => lines,
    next: () => `${JSON.stringify(recordOf(sessionId, lines++, startAt, replyBytes))}\n`,
  }
}

/** Writes a conversation of `turns` turns below `root`, a session of its own; `grow()` appends one line. */
export function startSession(root, turns, replyBytes) {
  const sessionId = randomUUID()
  const folder = path.join(root, '-bench-growing')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${sessionId}.jsonl`)
  const session = growingSession(sessionId, firstAt, replyBytes)
  const grow = () => appendFileSync(file, session.next())
  while (session.lines() < turns * 2) grow()
  return { root, sessionId, grow, lines: session.lines }
}

const recordOf = (sessionId, number, startAt, replyBytes) => {
  const uuidOf = (at) => `${String(at).padStart(8, '0')}${sessionId.slice(8)}`
  const [type, message] = number % 2 === 0 ? ['user', prompt(number)] : ['assistant', reply(number, replyBytes)]
  return {
    parentUuid: number === 0 ? null : uuidOf(number - 1),
    isSidechain: false,
    userType: 'external',
    cwd: '/bench/growing',
    sessionId,
    version: '2.1.0',
    type,
    message,
    uuid: uuidOf(number),
    timestamp: new Date(startAt + number * 1000).toISOString(),
  }
}

const prompt = (number) => ({ role: 'user', content: `Question ${number}: ${'what follows from this? '.repeat(10)}` })

const reply = (number, bytes) => ({
  id: `msg_${number}`,
  role: 'assistant',
  model: 'bench',
  content: [{ type: 'text', text: `Answer ${number}: ${'nothing in particular. '.repeat(Math.ceil(bytes / 23))}` }],
  usage: { input_tokens: 10, output_tokens: 10 },
})
