/** Standard output that is read slowly, or not at all. */
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { openTerminal } from '../../../app/cli/terminal.ts'

/** A stream whose reader takes nothing until `read` is called. */
const unread = () => {
  const waiting: (() => void)[] = []
  const stream = new Writable({ highWaterMark: 1, write: (_bytes, _encoding, done) => void waiting.push(done) })
  return { stream, read: () => waiting.shift()?.() }
}

const terminalOn = (stdout: Writable) => {
  const { stdin, env } = process
  return openTerminal({ stdout, stderr: unread().stream, stdin, env } as unknown as NodeJS.Process)
}

test('all writers wait together for room in the output', async () => {
  const { stream, read } = unread()
  const terminal = terminalOn(stream)
  const printed = Promise.all(Array.from({ length: 20 }, (_, at) => terminal.print(`line ${at}\n`)))
  expect(stream.listenerCount('drain')).toBe(1)
  for (let line = 0; line < 20; line += 1) {
    read()
    await new Promise(setImmediate)
  }
  expect(await printed).toHaveLength(20)
})

test('the program waits at the end for a slow reader, unless it was asked to stop', async () => {
  const { stream } = unread()
  const terminal = terminalOn(stream)
  void terminal.print('something\n')
  let hasEnded = false
  void terminal.allPrinted().then(() => (hasEnded = true))
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(hasEnded).toBe(false)
  terminal.hurry()
  await terminal.allPrinted()
})

/** A terminal that somebody looks at, and what it was sent. */
const watched = (isTTY: boolean) => {
  const sent: Buffer[] = []
  const stream = (): Writable =>
    Object.assign(
      new Writable({
        write: (piece: Buffer, _encoding, done) => {
          sent.push(piece)
          done()
        },
      }),
      { isTTY, columns: 80 },
    )
  const { stdin } = process
  const terminal = openTerminal({ stdout: stream(), stderr: stream(), stdin, env: {} } as unknown as NodeJS.Process)
  return { terminal, sent: () => Buffer.concat(sent) }
}

/** What terminals obey: titles, colours, cursors, C1 controls, direction of text, hidden characters. */
const hostile = 'a\u001b]0;title\u0007b\u001b[31mc\u009b2Jd\u0085e\u202ef\u200bg\u{e0041}h\rI\n'

test('data on a terminal shows control characters as text; for a program data is exact in pieces of any size', async () => {
  const bytes = Buffer.from(hostile)
  for (const pieceBytes of [1, 3, bytes.length]) {
    const [seen, read] = [watched(true), watched(false)]
    for (let at = 0; at < bytes.length; at += pieceBytes)
      for (const { terminal } of [seen, read]) await terminal.printData(bytes.subarray(at, at + pieceBytes))
    expect(read.sent()).toEqual(bytes)
    expect(seen.sent().toString()).toBe('a␛]0;title␇b␛[31mc\\u009b2Jd\\u0085e\\u202ef\\u200bg\\udb40\\udc41h␍I\n')
  }
})

test('JSON that is shown on a terminal is the same JSON', async () => {
  const { terminal, sent } = watched(true)
  await terminal.print(`${JSON.stringify({ hostile })}\n`)
  expect(sent().toString()).not.toMatch(/[\u007f-\u009f\u202e\u200b]|\u001b/)
  expect(JSON.parse(sent().toString())).toEqual({ hostile })
})

test('only colours and progress lines that the program itself writes control the terminal', async () => {
  const { terminal, sent } = watched(true)
  terminal.printError('\r\u001b[2K\u001b[1mbold\u001b[22m')
  await terminal.print('\u001b[31mred\u001b[39m\u001b[8mhidden\u001b[2J\u001b]0;title\u0007\n')
  expect(sent().toString()).toBe('\r\u001b[2K\u001b[1mbold\u001b[22m\u001b[31mred\u001b[39m␛[8mhidden␛[2J␛]0;title␇\n')
})
