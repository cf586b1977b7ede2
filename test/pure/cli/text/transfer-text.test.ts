/** What was exchanged between stores, as text. */
import { expect, test } from 'vitest'
import { transferText } from '../../../../app/cli/text/transfer-text.ts'
import type { TransferResult } from '../../../../app/contract/transfer.ts'
import { plainTerminal } from '../../../support/plain-terminal.ts'

const plain = plainTerminal()

const nothing: TransferResult = {
  sessions: 0,
  commits: 0,
  refs: 0,
  notes: 0,
  artifacts: 0,
  healed: 0,
  bytes: 0,
  unchanged: 3,
  refused: [],
  unreadable: [],
  kept: [],
  dryRun: false,
  ms: 1,
}

test('a push or fetch lists only what it moved', () => {
  const some = { ...nothing, sessions: 1, refs: 2, artifacts: 10, bytes: 5_000 }
  expect(transferText(some, 'pushed', plain)).toBe('1 session, 2 refs pushed (10 artifacts, 5.00 kB); 3 sessions and commits up to date\n')
  expect(transferText({ ...nothing, commits: 1, notes: 2, artifacts: 1, bytes: null, unchanged: 0, dryRun: true }, 'imported', plain)).toBe(
    '1 single commit, 2 summaries, pins, corrections and path rules would be imported (1 artifact)\n',
  )
})

test('a push or fetch that moves nothing says so', () => {
  expect(transferText(nothing, 'pushed', plain)).toBe('Everything up to date\n')
  const refused = [{ what: 'commit', id: 'ctx-1a2b3c4d', reason: 'other' }] as const
  expect(transferText({ ...nothing, refused }, 'pushed', plain)).toContain('Nothing pushed; 3 sessions and commits up to date\n')
})
