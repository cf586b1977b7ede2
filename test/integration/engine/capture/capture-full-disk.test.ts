/** A disk that fills up while an agent is captured: the agent goes on, and what was captured before is kept. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { fill } from '../../../support/full-disks.ts'
import { agent, capture, commitsOf, ended, reply, said, saying, spoolsOf, turn } from '../../../support/scripted-agent.ts'
import { smallDiskOrSkip } from '../../../support/small-disk.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 120_000, interval: 50 })

const before = [...turn, reply('m2', said('Before the disk was full.'))]
const during = Array.from({ length: 60 }, (_, at) => reply(`full-${at}`, said(`Line ${at} ${'x'.repeat(2_000)}`)))
const after = [reply('m3', said('After there was room again.')), ended(0.5)]

/** Says what comes before, then waits for a file, says what comes next, and so on. */
const waiting = (signals: string): string =>
  agent(`
    const { existsSync } = require('node:fs')
    const wait = (name) => new Promise((done) => { const look = () => existsSync(${JSON.stringify(signals)} + '/' + name) ? done() : setTimeout(look, 20); look() })
    ${saying(before)}
    wait('full').then(() => { ${saying(during)} return wait('room') }).then(() => { ${saying(after)} process.exitCode = 7 })`)

test('an agent continues on a full disk with one warning, and all output is kept when space is available in time', async (context) => {
  const disk = smallDiskOrSkip(context, '40m')
  const store = path.join(disk.dir, 'store')
  const signals = tempDir()
  const running = capture(store, waiting(signals))
  running.child.stdin.end()
  await until(() => expect(running.out()).toContain('Before the disk was full.'))
  await until(() => expect(spoolsOf(store).length).toBeGreaterThan(0))
  const filler = fill(disk)
  writeFileSync(path.join(signals, 'full'), '')
  await until(() => expect(running.out()).toContain('Line 59'))
  await until(() => expect(running.err()).toContain('The disk is full'))
  rmSync(filler)
  writeFileSync(path.join(signals, 'room'), '')
  const { code, out, err } = await running.ended
  expect([code, out]).toEqual([7, `${[...before, ...during, ...after].join('\n')}\n`])
  expect(err.match(/The disk is full/g)).toHaveLength(1)
  expect(err).not.toContain('the capture is incomplete')
  const events = (await commitsOf(store)).flatMap((commit) => commit.events)
  expect(events.filter(({ type }) => type === 'response')).toHaveLength(1 + 1 + 60 + 1)
  expect(spoolsOf(store)).toEqual([])
})

test('the capture before the disk was full is kept without space at the end, and reported as incomplete', async (context) => {
  const disk = smallDiskOrSkip(context, '40m')
  const store = path.join(disk.dir, 'store')
  const signals = tempDir()
  const running = capture(store, waiting(signals))
  running.child.stdin.end()
  await until(() => expect(running.out()).toContain('Before the disk was full.'))
  await until(() => expect(existsSync(path.join(store, 'captures'))).toBe(true))
  fill(disk)
  for (const signal of ['full', 'room']) writeFileSync(path.join(signals, signal), '')
  const { code, out, err } = await running.ended
  expect([code, out]).toEqual([7, `${[...before, ...during, ...after].join('\n')}\n`])
  expect(err.match(/The disk is full/g)).toHaveLength(1)
  expect(err).toContain('the capture is incomplete')
  disk.remount('size=400m')
  expect(strata(store, 'log')).toMatchObject({ code: 0 })
  const texts = (await commitsOf(store))
    .flatMap((commit) => commit.events)
    .map(({ payload }) => ('content' in payload ? payload.content : ''))
  expect(texts).toContain('Before the disk was full.')
  expect(spoolsOf(store)).toEqual([])
  expect(strata(store, 'verify').code).toBe(0)
})
