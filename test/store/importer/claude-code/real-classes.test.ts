/** Classes of the messages in real sessions, counted: a rule that changes any of them has to say why. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { typedByHuman } from '../../../../app/model/record-class.ts'
import type { WholeLine } from '../../../../app/model/transcript-line.ts'
import { dialect } from '../../../../importer/claude-code/claude-code.ts'
import { recordLines } from '../../../../importer/records/record-lines.ts'
import { realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'

/** Lines of every transcript below a folder. */
const linesBelow = (folder: string): readonly WholeLine[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => recordLines(dialect, readFileSync(path.join(folder, name))).map(({ line }) => line))

const count = (names: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const told = (folder: string) => {
  const lines = linesBelow(folder)
  const queue = lines.filter(({ rule }) => rule.startsWith('queue/') || rule.startsWith('attachment/queued'))
  return {
    user: count(lines.filter(({ type }) => type === 'user').map((line) => line.class)),
    queue: count(queue.map(({ rule }) => rule)),
    // What a person typed begins with no element of the client.
    odd: queue.filter((line) => typedByHuman.has(line.class) && line.headline.startsWith('<')).length,
  }
}

test('19 real sessions: what was typed into the queue is a prompt once', (context) => {
  expect(told(realSessions(sharedOrSkip(context)).projects)).toEqual({
    user: {
      bash_injection: 2,
      bash_input: 2,
      command: 13,
      compaction_summary: 10,
      hook_feedback: 1,
      human_prompt: 163,
      interrupt: 3,
      local_command: 10,
      meta: 25,
      plan_handover: 3,
      tool_result: 1475,
    },
    queue: { 'queue/only-trace': 5 },
    odd: 0,
  })
})

test('the sessions of a real project: notices in the queue are none of a person, commands are commands', (context) => {
  const shared = sharedOrSkip(context)
  const folder = tempDir()
  execFileSync('tar', ['-xJf', path.join(shared, 'fixtures/real-project/sessions.tar.xz'), '-C', folder])
  expect(told(folder)).toEqual({
    user: {
      bash_injection: 8,
      bash_input: 8,
      command: 63,
      compaction_summary: 39,
      hook_feedback: 9,
      human_prompt: 950,
      interrupt: 66,
      local_command: 41,
      meta: 103,
      plan_handover: 20,
      tool_result: 9980,
    },
    queue: { 'queue/only-command': 6, 'queue/only-notification': 14, 'queue/only-trace': 40 },
    odd: 0,
  })
}, 120_000)
