/** Known files as text. */
import { expect, test } from 'vitest'
import { contentText, patchesText, proofText } from '../../../../app/cli/text/file-text.ts'
import type { FileRange, KnownFileView, KnownVersion } from '../../../../app/contract/objects.ts'
import { plainTerminal } from '../../../support/plain-terminal.ts'

const range = (from: number, to: number, proof: FileRange['proof'] = 'observed'): FileRange => ({
  from,
  to,
  proof,
  record: proof === 'unknown' ? null : { sourceId: 'src-0123456789abcdef', line: 7, fileLine: 7, ofLine: 1 },
})

const file = (known: Partial<KnownFileView>): KnownFileView => ({
  objectId: null,
  path: '/p/a.ts',
  sessionId: 's',
  commitId: 'ctx-1',
  content: null,
  isThere: true,
  isTooLarge: false,
  proof: 'partial',
  ranges: [],
  lines: [],
  totalLines: null,
  record: null,
  observedAt: null,
  sourceHash: null,
  contentHash: null,
  ...known,
})

test('an empty line is dropped only at the end of the file', () => {
  const lines = [
    { number: 1, text: 'a' },
    { number: 2, text: '' },
  ]
  expect(contentText(file({ lines, ranges: [range(1, 2)], totalLines: 2 }))).toBe('a\n')
  expect(contentText(file({ lines, ranges: [range(1, 2), range(3, 4, 'unknown')], totalLines: 4 }))).toBe(
    'a\n\n[lines 3 to 4 are not known]\n',
  )
  expect(contentText(file({ lines, ranges: [range(1, 2)] }))).toBe('a\n\n[what follows line 2 is not known]\n')
})

test('with the proof, lines that may follow the last known one have a mark', () => {
  const known = file({ lines: [{ number: 2, text: 'b' }], ranges: [range(1, 1, 'unknown'), range(2, 2, 'computed')] })
  expect(proofText(known, plainTerminal())).toBe(
    '[line 1 is not known]\ncomputed src-01234567:7     2  b\n[what follows line 2 is not known]',
  )
})

test('a file that is wholly known is printed as it is', () => {
  const content = 'a\n\n'
  expect(contentText(file({ content, ranges: [range(1, 3)], totalLines: 3 }))).toBe(content)
  expect(contentText(file({ content: '', ranges: [range(1, 1)], totalLines: 1 }))).toBe('')
})

test('each version is a diff from the one before it, and the first says how many lines it has', () => {
  const version = (commitId: string, content: string): KnownVersion => ({
    path: '/p/a.ts',
    sessionId: 's',
    title: 'Lights',
    commitId,
    record: { sourceId: 'src-0123456789abcdef', line: 7, fileLine: 7, ofLine: 1 },
    occurredAt: null,
    by: 'edit',
    isThere: true,
    proof: 'computed',
    added: null,
    removed: null,
    content,
    contentHash: null,
    stale: null,
  })
  const versions = [version('ctx-2', 'a\nc\u001b\n'), version('ctx-1', 'a\nb\n')]
  const [second = '', first = ''] = patchesText(
    { path: '/p/a.ts', checkouts: [], versions, total: 2, tracked: [], checks: [] },
    plainTerminal(),
  ).split('\n\n')
  expect(second).toMatch(/^ctx-2 .*\n@@ -1,2 \+1,2 @@\n a\n-b\n\+c␛$/)
  expect(first).toMatch(/^ctx-1 .*\nThe first version that is known: 2 lines\.\n$/)
})
