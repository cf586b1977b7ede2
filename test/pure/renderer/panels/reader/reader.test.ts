import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationItem, ToolResultView } from '../../../../../app/contract/reader.ts'
import { compactionShare } from '../../../../../renderer/panels/reader/compaction-share.ts'
import { cutText } from '../../../../../renderer/panels/reader/cut-text.ts'
import { editDiff, type EditDiff } from '../../../../../renderer/panels/reader/edit-diff.ts'
import { rawLines } from '../../../../../renderer/panels/reader/raw-lines.ts'
import { readTodos } from '../../../../../renderer/panels/reader/read-todos.ts'
import { beginsSpeech } from '../../../../../renderer/panels/reader/speakers.ts'
import { opensAtFirst, toolHeadline } from '../../../../../renderer/panels/reader/tool-headline.ts'

const shownLines = (bytes: Uint8Array): readonly string[] => {
  const lines = rawLines(bytes)
  return Array.from({ length: lines.count }, (_, index) => lines.line(index))
}

const line = (name: string, input: unknown): string => {
  const { name: shown, subject, aside } = toolHeadline(name, input)
  return [shown, subject, aside].join(' | ')
}

test('the heading of a tool call describes the action', () => {
  expect([
    line('Bash', { command: 'npm test\necho done', description: 'Run the tests' }),
    line('Read', { file_path: '/a/b.ts', offset: 10, limit: 20 }),
    line('Read', { file_path: '/a/b.ts' }),
    line('Edit', { file_path: '/a/b.ts', old_string: 'x', new_string: 'y', replace_all: true }),
    line('MultiEdit', { file_path: '/a/b.ts', edits: [{}, {}] }),
    line('Write', { file_path: '/a/b.ts', content: '' }),
    line('Grep', { pattern: 'foo.*bar', path: 'src', glob: '*.ts' }),
    line('Task', { subagent_type: 'reviewer', description: 'Look at the diff', prompt: 'long' }),
    line('Agent', { description: 'Look at the diff' }),
    line('TodoWrite', {
      todos: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'in_progress', activeForm: 'Doing b' },
      ],
    }),
    line('WebFetch', { url: 'https://example.org', prompt: 'what is it' }),
    line('mcp__tracker__create_issue', { title: 'A bug', count: 3 }),
    line('Unheard', { flag: true, name: 'first text' }),
    line('Unheard', {}),
  ]).toEqual([
    'Bash | npm test … | Run the tests',
    'Read | /a/b.ts | lines 10 to 29',
    'Read | /a/b.ts | ',
    'Edit | /a/b.ts | every occurrence',
    'MultiEdit | /a/b.ts | 2 edits',
    'Write | /a/b.ts | ',
    'Grep | foo.*bar | src *.ts',
    'Task | reviewer: Look at the diff | ',
    'Agent | Look at the diff | ',
    'TodoWrite | 1 of 2 done; now: Doing b | ',
    'WebFetch | https://example.org | what is it',
    'tracker · create_issue | title: A bug | ',
    'Unheard | name: first text | ',
    'Unheard |  | ',
  ])
})

test('a tool call of any shape has a heading', () => {
  const names = fc.constantFrom(
    'Bash',
    'Read',
    'Edit',
    'MultiEdit',
    'Grep',
    'Task',
    'TodoWrite',
    'NotebookEdit',
    'mcp__a__b',
    'constructor',
    '',
  )
  fc.assert(
    fc.property(names, fc.jsonValue(), (name, input) => {
      expect(typeof toolHeadline(name, input).subject).toBe('string')
      editDiff(name, input, null)
      readTodos(input)
    }),
  )
})

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
  const diff = editDiff('Edit', { old_string: 'ignored', new_string: 'too' }, patch)
  expect(draw(diff)).toBe(['3 3  a', '4 - -b', '- 4 +c', '- 5 +d', '5 6  e', '- - ~', '40 - -z'].join('\n'))
  expect([diff?.added, diff?.deleted]).toEqual([2, 2])
})

test('without a recorded patch the old and new strings are compared, without line numbers', () => {
  expect(draw(editDiff('Edit', { old_string: 'a\nb\nc', new_string: 'a\nB\nc' }, null))).toBe(
    ['- -  a', '- - -b', '- - +B', '- -  c'].join('\n'),
  )
  expect(draw(editDiff('Write', { content: 'one\ntwo\n' }, undefined))).toBe(['- - +one', '- - +two'].join('\n'))
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
})

const item = (speaker: ConversationItem['speaker'], occurredAt: number | null, model: string | null = null): ConversationItem => ({
  speaker,
  occurredAt,
  model,
  line: 1,
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
  const result: ToolResultView = { isError: false, refusal: null, text: 'ok', chars: 2, patch: null, images: [], persisted: null }
  expect([
    opensAtFirst('Edit', result),
    opensAtFirst('Bash', result),
    opensAtFirst('Bash', { ...result, isError: true }),
    opensAtFirst('Read', { ...result, images: [{ mediaType: 'image/png', dataUrl: null }] }),
    opensAtFirst('Bash', null),
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
