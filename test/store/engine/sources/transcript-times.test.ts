import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transcriptTimes } from '../../../../app/engine/sources/transcript-times.ts'
import { finder } from '../../../../importer/agents.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const timesOf = (projects: string) => finder.discover([projects]).files.map(transcriptTimes)

test('the times of a transcript are those of its records, not of its file', () => {
  const talk = conversation({ seed: 'one', start: '2026-01-05T09:10:00Z' })
    .human(`begin ${'x'.repeat(100_000)}`)
    .agent('1')
    .wait(86_400_000)
    .human('end')
  const { projects, mainFiles } = writeConversation(tempDir(), talk)
  const [file = ''] = mainFiles
  const [times] = timesOf(projects)
  expect(new Date(times?.last ?? 0).toISOString().slice(0, 10)).toBe('2026-01-06')
  utimesSync(file, new Date('2030-01-01'), new Date('2030-01-01'))
  expect(statSync(file).mtime.getUTCFullYear()).toBe(2030)
  expect(timesOf(projects)[0]?.last).toBe(times?.last)
})

test('a short transcript has a first and a last time, and a file without times has none', () => {
  const talk = conversation({ seed: 'two', start: '2026-01-07T12:00:00Z' }).human('hello').agent('hi')
  const { projects, mainFiles } = writeConversation(tempDir(), talk)
  const [times] = timesOf(projects)
  expect(times?.first).toBeLessThan(times?.last ?? 0)
  expect(new Date(times?.first ?? 0).toISOString()).toMatch(/^2026-01-07T12:00/)
  writeFileSync(mainFiles[0] ?? '', 'nothing to read\n')
  writeFileSync(join(projects, 'empty.jsonl'), '')
  for (const one of timesOf(projects)) expect(one).toMatchObject({ first: null, last: null })
})
