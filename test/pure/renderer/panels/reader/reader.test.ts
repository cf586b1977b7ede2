import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationItem, ToolResultView } from '../../../../../app/contract/reader.ts'
import { compactionShare } from '../../../../../renderer/panels/reader/compaction-share.ts'
import { readTaskNotice } from '../../../../../renderer/panels/reader/read-task-notice.ts'
import { cutText } from '../../../../../renderer/panels/reader/cut-text.ts'
import { editDiff, type EditDiff } from '../../../../../renderer/panels/reader/diff/edit-diff.ts'
import { rawLines } from '../../../../../renderer/panels/reader/raw-lines.ts'
import { beginsSpeech } from '../../../../../renderer/panels/reader/speakers.ts'
import { opensAtFirst } from '../../../../../renderer/panels/reader/tool-outcome.ts'
import { toolResult } from '../../../../support/read-blocks.ts'

const shownLines = (bytes: Uint8Array): readonly string[] => {
  const lines = rawLines(bytes)
  return Array.from({ length: lines.count }, (_, index) => lines.line(index))
}

const draw = (diff: EditDiff | undefined): string =>
  (diff?.lines ?? [])
    .map(
      ({ kind, oldLine, newLine, text }) =>
        `${oldLine ?? '-'} ${newLine ?? '-'} ${{ add: '+', delete: '-', context: ' ', gap: '~' }[kind]}${text}`,
    )
    .join('\n')

test('a recorded patch is shown with the line numbers of the file', () => {
  const patch: ToolResultView['patch'] = [
    { oldStart: 3, newStart: 3, lines: [' a', '-b', '+c', '+d', ' e', '\\ No newline at end of file'] },
    { oldStart: 40, newStart: 41, lines: ['-z'] },
  ]
  const diff = editDiff('Edit', { old_string: 'ignored', new_string: 'too' }, toolResult({ patch }))
  expect(draw(diff)).toBe(['3 3  a', '4 - -b', '- 4 +c', '- 5 +d', '5 6  e', '- - ~', '40 - -z'].join('\n'))
  expect([diff?.added, diff?.deleted]).toEqual([2, 2])
})

test('without a recorded patch the old and new strings are compared, without line numbers', () => {
  expect(draw(editDiff('Edit', { old_string: 'a\nb\nc', new_string: 'a\nB\nc' }, null))).toBe(
    ['- -  a', '- - -b', '- - +B', '- -  c'].join('\n'),
  )
  expect(draw(editDiff('Write', { content: 'one\ntwo\n' }, null))).toBe(['- 1 +one', '- 2 +two'].join('\n'))
  expect(
    draw(
      editDiff(
        'MultiEdit',
        {
          edits: [
            { old_string: 'a', new_string: 'b' },
            { old_string: 'c', new_string: 'd' },
          ],
        },
        null,
      ),
    ),
  ).toBe(['- - -a', '- - +b', '- - ~', '- - -c', '- - +d'].join('\n'))
  expect(editDiff('Read', { file_path: 'x' }, null)).toBe(undefined)
})

test('the lines removed and kept are the old text, the lines added and kept the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== '' && before !== after)
      const lines = editDiff('Edit', { old_string: before, new_string: after }, null)?.lines ?? []
      const side = (kind: 'add' | 'delete'): readonly string[] =>
        lines.filter((each) => each.kind === kind || each.kind === 'context').map((each) => each.text)
      expect(before.split('\n').join('\n')).toContain(side('delete').join('\n').replace(/\n+$/, ''))
      expect(after).toContain(side('add').join('\n').replace(/\n+$/, ''))
    }),
  )
})

test('a long text shows its beginning and counts the rest; one line more is not hidden', () => {
  expect(cutText('1\n2\n3\n4\n', 3)).toEqual({ shown: '1\n2\n3\n4', lines: 4, hiddenLines: 0 })
  expect(cutText('1\n2\n3\n4\n5\n', 3)).toEqual({ shown: '1\n2\n3', lines: 5, hiddenLines: 2 })
  expect(cutText('1\n2\n3\n4\n5\n', 3, 'end')).toEqual({ shown: '3\n4\n5', lines: 5, hiddenLines: 2 })
})

const item = (speaker: ConversationItem['speaker'], occurredAt: number | null, model: string | null = null): ConversationItem => ({
  speaker,
  occurredAt,
  model,
  line: 1,
  fileLine: 1,
  sourceFile: '',
  sourceId: null,
  recordType: '',
  subtype: null,
  class: '',
  rule: '',
  classByRule: null,
  uuid: null,
  blocks: [],
})

test('consecutive replies of an agent share a heading until a minute has passed or the model changed', () => {
  const first = item('agent', 0, 'opus')
  expect([
    beginsSpeech(first, undefined),
    beginsSpeech(item('agent', 5000, 'opus'), first),
    beginsSpeech(item('agent', 70_000, 'opus'), first),
    beginsSpeech(item('agent', 5000, 'haiku'), first),
    beginsSpeech(item('human', 5000), first),
    beginsSpeech(item('human', 6000), item('human', 5000)),
  ]).toEqual([true, false, true, true, true, true])
})

test('the share that a compaction left is shown only when both sizes are known', () => {
  expect(compactionShare({ preTokens: 150_000, postTokens: 12_000 })).toEqual({ kept: 0.08, words: '92 % smaller' })
  expect(compactionShare({ preTokens: 150_000, postTokens: null })).toBe(undefined)
  expect(compactionShare({ preTokens: null, postTokens: 1 })).toBe(undefined)
})

test('changes, failures and pictures are unfolded at first', () => {
  const result = toolResult()
  expect([
    opensAtFirst('edit', result),
    opensAtFirst('shell', result),
    opensAtFirst('shell', { ...result, isError: true }),
    opensAtFirst('read', { ...result, images: [{ mediaType: 'image/png', dataUrl: null, bytes: 0 }] }),
    opensAtFirst('shell', null),
  ]).toEqual([true, false, true, true, false])
})

test('raw records that would block the window are cut, with the number of missing bytes', () => {
  expect(shownLines(new TextEncoder().encode('{"a":1}\n{"b":2}\n'))).toEqual(['{"a":1}', '{"b":2}'])
  expect(shownLines(new TextEncoder().encode(`${'x'.repeat(20_005)}\n`))[0]).toMatch(/x… \(5 more\)$/)
  expect(shownLines(new Uint8Array([0x61, 0xff, 0x0a]))).toEqual(['a\uFFFD'])
})

test('bytes that are not text are shown as rows of sixteen in hex', () => {
  const delta = new Uint8Array([0x81, 0xa2, 0x64, 0x74, 0x79, 0x70, 0x65, 0x66, 0x70, 0x72, 0x6f, 0x6d, 0x70, 0x74, 0x01, 0x02, 0xff])
  expect(shownLines(delta)).toEqual([
    '00000000  81 a2 64 74 79 70 65 66 70 72 6f 6d 70 74 01 02  ..dtypefprompt..',
    '00000010  ff                                               .',
  ])
})

test('a notice of a task in the background has its status, its summary, its result, and the text around them', () => {
  const notice = (inside: string, after = '') => readTaskNotice(`<task-notification>\n${inside}\n</task-notification>${after}`)
  expect(
    notice(
      '<task-id>t1</task-id>\n<status>completed</status>\n<summary>Agent "Review" completed</summary>\n<result># Found\n<summary>in it</summary></result>',
      '\nRead it: /tmp/t1',
    ),
  ).toEqual({
    status: 'completed',
    summary: 'Agent "Review" completed',
    result: '# Found\n<summary>in it</summary>',
    rest: '<task-id>t1</task-id>\nRead it: /tmp/t1',
  })
  expect(notice('<summary>$& done</summary>')).toEqual({ status: '', summary: '$& done', result: '', rest: '' })
  expect(notice('<status>completed</status>')).toBeUndefined()
  expect(readTaskNotice('<task-notification><summary>a</summary></agent-notification>')).toBeUndefined()
  expect(readTaskNotice('I saw <task-notification><summary>a</summary></task-notification>')).toBeUndefined()
})
