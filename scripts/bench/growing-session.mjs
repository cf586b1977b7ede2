/** A transcript that grows by a line at a time, to see how long a new line takes to be shown. */
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const sessionId = 'b0000000-0000-4000-8000-000000000000'
const uuidOf = (number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const firstAt = Date.UTC(2025, 0, 1)

/** Writes a conversation of `turns` turns below `root`; `grow()` appends one line of about 500 bytes. */
export function startSession(root, turns) {
  const folder = path.join(root, '-bench-growing')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${sessionId}.jsonl`)
  let lines = 0
  const grow = () => {
    appendFileSync(file, `${JSON.stringify(lines % 2 === 0 ? prompt(lines) : reply(lines))}\n`)
    lines++
  }
  while (lines < turns * 2) grow()
  return { root, sessionId, grow, lines: () => lines }
}

const record = (number, type, message) => ({
  parentUuid: number === 0 ? null : uuidOf(number - 1),
  isSidechain: false,
  userType: 'external',
  cwd: '/bench/growing',
  sessionId,
  version: '2.1.0',
  type,
  message,
  uuid: uuidOf(number),
  timestamp: new Date(firstAt + number * 1000).toISOString(),
})

const prompt = (number) => record(number, 'user', { role: 'user', content: `Question ${number}: ${'what follows from this? '.repeat(10)}` })

const reply = (number) =>
  record(number, 'assistant', {
    id: `msg_${number}`,
    role: 'assistant',
    model: 'bench',
    content: [{ type: 'text', text: `Answer ${number}: ${'nothing in particular. '.repeat(10)}` }],
    usage: { input_tokens: 10, output_tokens: 10 },
  })
