/** Ids, paths and contents from transcripts cannot steer the terminal that they are printed to. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { cli, strata as strataOn, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const red = '\u001b[31m'
const store = path.join(tempDir(), 'store')
const strata = (...args: readonly string[]): string => strataOn(store, ...args).out

/** With a terminal for standard output, as far as the program can tell. */
const onTerminal = (...args: readonly string[]): string =>
  spawnSync(process.execPath, ['--import', 'data:text/javascript,process.stdout.isTTY=true;process.stdout.columns=200', cli, ...args], {
    env: strataEnv(store),
    encoding: 'utf8',
  }).stdout

beforeAll(async () => {
  const talk = conversation({ sessionId: 'hostile', seed: 'hostile', cwd: '/p' })
    .human('Paint')
    .calls('Bash', { command: `echo \u202e${red}` }, { id: `toolu_${red}` })
    .result('last', 'ok')
    .reads(`/p/${red}.ts`, 'red\n')
    .reads('/p/content.ts', `a${red}\u009b31mb\n`)
    .runs(`rm '/p/${red}.ts'`, '')
    .agent('Painted.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
})

test('ids of objects are printed without what they could do to a terminal', () => {
  const listed = strata('objects', '--type', 'toolcall')
  expect(listed).toContain('toolu_␛[31m')
  expect(listed).not.toContain('\u001b')
})

test('what an object contains is printed so, too', () => {
  const detail = strata('objects', 'show', `toolu_${red}`)
  expect(detail).toMatch(/^toolcall toolu_␛\[31m\n/)
  expect(detail).toContain('args: {')
  expect(detail).not.toMatch(/[\u001b\u202e]/)
})

test('the path of a file that does not exist, or of which nothing is known, is printed so, too', () => {
  expect(strata('file', 'show', `${red}.ts`)).toBe('/p/␛[31m.ts did not exist at that commit.\n')
  expect(strata('file', 'show', `${red}.ts`, '--before', 'hostile:1')).toBe(
    'No line of /p/␛[31m.ts is known: no record shows its content.\n',
  )
})

test('the content of a file is exact for a program, and harmless on a terminal', () => {
  const read = JSON.parse(strata('file', 'history', 'content.ts', '--json')) as {
    versions: { record: { sourceId: string; line: number } }[]
  }
  const { sourceId, line } = read.versions.at(-1)?.record ?? { sourceId: '', line: 0 }
  const args = ['file', 'show', 'content.ts', '--after', `${sourceId}:${line}`]
  expect(strata(...args)).toBe(`a${red}\u009b31mb\n`)
  expect(onTerminal(...args)).toBe('a␛[31m\\u009b31mb\n')
})
