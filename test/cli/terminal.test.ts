/** Standard output that is read slowly, or not at all. */
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { openTerminal } from '../../app/cli/terminal.ts'

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

test('whatever waits for room in the output waits together', async () => {
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

test('a reader who takes nothing is waited for at the end, unless somebody asked to stop', async () => {
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
