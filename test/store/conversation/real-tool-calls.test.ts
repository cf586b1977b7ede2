/** Every tool call of the real sessions as the reader shows it. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationBlock } from '../../../app/contract/reader.ts'
import { blocksOf, resultsIn } from '../../../app/conversation/conversation-blocks.ts'
import { isObject } from '../../../app/model/json-object.ts'
import { readRecord, type TranscriptRecord } from '../../../app/model/record.ts'
import { editDiff } from '../../../renderer/panels/reader/diff/edit-diff.ts'
import { toolHeadline } from '../../../renderer/panels/reader/tool-headline.ts'
import { callTime, outcomeOf, type ToolCallBlock } from '../../../renderer/panels/reader/tool-outcome.ts'
import { realClientScenarios, realProject, realSessions, sharedOrSkip } from '../../support/strata-inputs.ts'

const transcriptsBelow = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => path.join(dir, file))

const recordsOf = (file: string): readonly TranscriptRecord[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): readonly TranscriptRecord[] => {
      try {
        const json = JSON.parse(line) as unknown
        return isObject(json) ? [readRecord(json)] : []
      } catch {
        return []
      }
    })

const isCall = (block: ConversationBlock): block is ToolCallBlock => block.kind === 'tool_call'

const callsIn = (file: string): readonly ToolCallBlock[] => {
  const records = recordsOf(file)
  const results = new Map(records.flatMap(resultsIn))
  return records.flatMap((record) => blocksOf(record.message?.['content'], results, record)).filter(isCall)
}

test('no tool call of real sessions has an empty heading or one of raw JSON, and each says how it ended', (context) => {
  const shared = sharedOrSkip(context)
  const folders = [realSessions(shared).projects, realProject(shared), ...realClientScenarios(shared).map(({ projects }) => projects)]
  const calls = folders.flatMap(transcriptsBelow).flatMap(callsIn)
  expect(calls.length).toBeGreaterThan(10_000)
  const odd = calls.filter((call) => {
    const { name, subject } = toolHeadline(call)
    return name === '' || subject.trim() === '' || (/^[[{]/.test(subject) && !['Bash', 'Grep'].includes(call.name))
  })
  expect(odd.map(({ name, input }) => `${name} ${JSON.stringify(input).slice(0, 100)}`)).toEqual([])
  const words = new Set(calls.map((call) => outcomeOf(call).word.replace(/\d+/, 'N')))
  expect([...words].sort()).toEqual([
    'answered',
    'approved',
    'cancelled',
    'exit code N',
    'failed',
    'in background',
    'interrupted',
    'no result',
    'refused',
    'running',
    'success',
  ])
  const edits = calls.filter(({ name, result }) => name === 'Edit' && result !== null && !result.isError && result.refusal === null)
  expect(edits.filter((call) => (editDiff(call.name, call.input, call.result)?.lines ?? []).length === 0)).toEqual([])
  const times = calls.filter((call) => call.result !== null && call.result.refusal === null).map((call) => callTime(call)?.text ?? '')
  expect(times.filter((text) => text === '')).toEqual([])
})
