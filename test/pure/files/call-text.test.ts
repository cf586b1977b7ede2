/** What a call and the text of its result say where the client recorded nothing beside it. */
import { expect, test } from 'vitest'
import type { RecordStep } from '../../../app/files/file-step.ts'
import { FileStepReader } from '../../../app/files/file-steps.ts'
import type { JsonObject } from '../../../app/model/json-object.ts'
import { readRecord } from '../../../app/model/record.ts'

const path = '/p/a.ts'
const named = { file_path: path }

const call = (name: string, input: JsonObject): JsonObject => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 'call', name, input }] },
})

const stepsOf = (name: string, input: JsonObject, said: unknown, more: JsonObject = {}): readonly RecordStep[] => {
  const { isError = false, ...rest } = more
  const content = [{ type: 'tool_result', tool_use_id: 'call', content: said, is_error: isError }]
  const reader = new FileStepReader()
  return [call(name, input), { type: 'user', version: '2.1.330', message: { content }, ...rest }].flatMap((record) =>
    reader.read(readRecord(record)),
  )
}

const read = (said: unknown, input: JsonObject = {}): readonly RecordStep[] => stepsOf('Read', { ...named, ...input }, said)
const whole = (content: string) => [{ step: 'whole', path, content, by: 'read' }]
const part = (from: number, lines: readonly string[], total?: number) => ({ step: 'part', path, from, lines, total, by: 'read' })
const reminder = '\n\n<system-reminder>\nThink.\n</system-reminder>\n'

const mayDiffer = [{ step: 'ran', effect: { kind: 'paths', written: [path], removed: [], moved: [] } }]
const edit = { ...named, old_string: 'a', new_string: 'b' }
const editedOnce = { step: 'edited', path, edits: [{ from: 'a', to: 'b', isEverywhere: false }], isModified: false }

test('numbered lines of both forms are the file when the call asked for no part', () => {
  expect(read('1\ta\n2\t\tb\n3\t')).toEqual(whole('a\n\tb\n'))
  expect(read(`     1→a\n     2→${reminder}`)).toEqual(whole('a\n'))
  expect(read([{ type: 'text', text: '1\ta' }])).toEqual(whole('a'))
})

test('fewer lines than the call asked for reach the end of the file', () => {
  expect(read('5\ta\n6\tb', { offset: 5, limit: 2 })).toEqual([part(5, ['a', 'b'])])
  expect(read('5\ta\n6\tb', { offset: 5, limit: 3 })).toEqual([part(5, ['a', 'b'], 6)])
  expect(read('1\ta\n2\tb', { limit: '40' })).toEqual(whole('a\nb'))
  expect(read('1\ta\n2\tb\n\n[shortened]')).toEqual([part(1, ['a', 'b'])])
})

test('lines that the client cut are not known, and those around them are', () => {
  const cut = `${'x'.repeat(2000)}... [truncated]`
  expect(read(`1\ta\n2\t${cut}\n3\tc`)).toEqual([part(1, ['a'], 3), part(3, ['c'], 3)])
})

test('an empty file is known, and a part behind the end of a file shows nothing', () => {
  const shorter = (offset: number, lines: number): string =>
    `<system-reminder>Warning: the file exists but is shorter than the provided offset (${offset}). The file has ${lines} lines.</system-reminder>`
  expect(read('<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>')).toEqual(whole(''))
  expect(read(shorter(1, 1))).toEqual(whole(''))
  expect(read(shorter(90, 12), { offset: 90 })).toEqual([])
  const beside = { type: 'text', file: { filePath: path, content: '', numLines: 0, startLine: 90, totalLines: 12 } }
  expect(stepsOf('Read', { ...named, offset: 90 }, shorter(90, 12), { toolUseResult: beside })).toEqual([])
})

test('what shows no text says nothing of a text that is known', () => {
  const unchanged = 'Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.'
  expect(read(unchanged)).toEqual([])
  expect(stepsOf('Read', named, unchanged, { toolUseResult: { type: 'file_unchanged', file: { filePath: path } } })).toEqual([])
  const bytes = [{ step: 'bytes', path, sourceHash: null, by: 'read' }]
  expect(read('<cell id="c1">x = 1</cell id="c1">')).toEqual(bytes)
  expect(read([{ type: 'image', source: { type: 'base64', data: '' } }])).toEqual(bytes)
})

test.each([{}, { filePath: path }, { filePath: path, edits: [], originalFileContents: null }])(
  'a recorded result that says nothing of the change (%j) leaves it to the call',
  (toolUseResult) => {
    const edits = [{ old_string: 'a', new_string: 'b' }]
    expect(stepsOf('MultiEdit', { ...named, edits }, 'Applied 1 edit', { toolUseResult })).toEqual([editedOnce])
    expect(stepsOf('Edit', edit, `The file ${path} has been updated successfully.`, { toolUseResult })).toEqual([editedOnce])
    // A person changed it: what the call says is not what was written.
    const other = stepsOf('Edit', edit, `The file ${path} has been updated.`, { toolUseResult: { ...toolUseResult, userModified: true } })
    expect(other).toEqual([{ step: 'edited', path, edits: [], isModified: true }])
  },
)

test('edits and writes that succeeded change the file, refused and failed ones do not', () => {
  const edited = { step: 'edited', path, edits: [{ from: 'a', to: 'b', isEverywhere: false }], isModified: false }
  expect(stepsOf('Edit', edit, `The file ${path} has been updated successfully.`)).toEqual([edited])
  const edits = [{ old_string: 'a', new_string: 'b' }]
  expect(stepsOf('MultiEdit', { ...named, edits }, 'Applied 1 edit')).toEqual([edited])
  expect(stepsOf('Write', { ...named, content: 'x' }, `File created successfully at: ${path}`)).toEqual([
    { step: 'written', path, content: 'x', isNew: true },
  ])
  expect(stepsOf('Edit', { ...named, old_string: '', new_string: 'x' }, 'Done.')).toEqual([
    { step: 'written', path, content: 'x', isNew: true },
  ])
  const word = { ...edit, replace_all: 'true' }
  expect(stepsOf('Edit', word, `The file ${path} has been updated.`)).toMatchObject([{ edits: [{ isEverywhere: true }] }])
  const refused = [
    'Permission for this tool use was denied. The tool use was rejected.',
    "The user doesn't want to proceed with this tool use.",
  ]
  for (const said of refused) {
    expect(stepsOf('Edit', edit, said), said).toEqual([])
    expect(stepsOf('Edit', edit, said, { isError: true, toolUseResult: `Error: ${said}` }), said).toEqual([])
  }
  const sought = { step: 'sought', path, text: 'a', times: 0 }
  expect(stepsOf('Edit', edit, '<tool_use_error>String to replace not found in file.</tool_use_error>')).toEqual([sought])
  const unclear = [
    'File has been modified since read, either by the user or by a linter.',
    '[Request interrupted by user for tool use]',
    '(no content)',
    '',
  ]
  for (const said of unclear) expect(stepsOf('Edit', edit, said), said).toEqual(mayDiffer)
})

test('a notebook was changed, and no record says to what', () => {
  const somehow = [{ step: 'edited', path, edits: [], isModified: true }]
  const input = { notebook_path: path, cell_id: 'c1', new_source: 'x' }
  expect(stepsOf('NotebookEdit', input, 'Updated cell c1 with x')).toEqual(somehow)
  expect(stepsOf('NotebookEdit', input, 'Updated cell c1', { toolUseResult: { new_source: 'x', error: '' } })).toEqual(somehow)
  expect(stepsOf('NotebookEdit', input, 'No cell', { toolUseResult: { new_source: 'x', error: 'No cell' } })).toEqual([])
})

test('older clients show lines of the file after an edit', () => {
  const said = `The file ${path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n     3→x\n     4→b`
  expect(stepsOf('Edit', { ...named, old_string: 'a', new_string: 'b' }, said).at(-1)).toEqual({
    ...part(3, ['x', 'b']),
    by: 'output',
  })
})

/** What a file, a call or a path may contain of the messages of the client. */
const words = [
  'permission denied if changed since',
  'x unexpectedly modified, rejected',
  'File has been modified since read',
  'user modified',
  'String to replace not found in file.',
  'Found 2 matches of the string to replace',
  'File has not been read yet',
  "The user doesn't want to proceed",
  'InputValidationError',
]

test('words of the file in the result of an edit that succeeded say nothing of the edit', () => {
  const shown = (line: string): string =>
    `The file ${path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n     3→${line}`
  const everywhere = { ...edit, replace_all: true }
  for (const word of words) {
    expect(stepsOf('Edit', edit, shown(word)), word).toEqual([editedOnce, { ...part(3, [word]), by: 'output' }])
    const replaced = `The file ${path} has been updated. All occurrences of '${word}' were successfully replaced with 'b'.`
    expect(stepsOf('Edit', everywhere, replaced), word).toEqual([{ ...editedOnce, edits: [{ from: 'a', to: 'b', isEverywhere: true }] }])
    const below = `/p/${word}/a.ts`
    expect(stepsOf('Edit', { ...edit, file_path: below }, `The file ${below} has been updated successfully.`), word).toEqual([
      { ...editedOnce, path: below },
    ])
    expect(stepsOf('Write', { ...named, content: 'x' }, `The file ${path} has been updated. Lines:\n1\t${word}`), word).toEqual([
      { step: 'written', path, content: 'x', isNew: false },
    ])
  }
})

test('no result that may be of a change that was made says that nothing was changed', () => {
  for (const word of words) {
    const input = { notebook_path: path, cell_id: 'c1', new_source: word }
    expect(stepsOf('NotebookEdit', input, `Updated cell c1 with ${word}`), word).not.toEqual([])
    expect(stepsOf('Edit', edit, `An answer of another form:\n${word}`), word).toEqual(mayDiffer)
    expect(stepsOf('Edit', edit, `Lines: ${word}`, { isError: true }), word).toEqual(mayDiffer)
  }
  expect(stepsOf('Edit', edit, 'The file could not be written.')).toEqual(mayDiffer)
})

test('a change that was refused changes nothing, in whatever form the client says so', () => {
  const refused = [
    'Permission to use Edit has been denied.',
    'Permission for this action was denied by the Claude Code auto mode classifier.',
    "Claude requested permissions to write to /p/a.ts, but you haven't granted it yet.",
    'File is in a directory that is denied by your permission settings.',
    'File has not been read yet. Read it first before writing to it.',
    'Hook PreToolUse:Edit denied this tool',
    'Cancelled: parallel tool call Bash(make) errored',
    'Error: No such tool available: Edit',
    "EACCES: permission denied, open '/p/a.ts'",
  ]
  for (const said of refused) {
    expect(stepsOf('Edit', edit, said, { isError: true }), said).toEqual([])
    expect(stepsOf('Edit', edit, `<tool_use_error>${said}</tool_use_error>`, { isError: true }), said).toEqual([])
    expect(stepsOf('Edit', edit, said), said).toEqual([])
  }
})

test('another program may refuse a change without an error', () => {
  for (const said of ['Permission denied', 'The user rejected the change', 'Tool call was denied'])
    expect(stepsOf('Edit', edit, said, { version: undefined }), said).toEqual([])
})

const ran = (bashEditDiff: unknown, command = 'make'): readonly RecordStep[] =>
  stepsOf('Bash', { command }, '', { toolUseResult: { stdout: '', stderr: '', bashEditDiff } })

test('a command changed what the client recorded of it, and may have changed other files', () => {
  const hunks = [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: ['+x'] }]
  const diff = { files: [{ filePath: path, hunks, created: true }], moreFiles: 0, changedFiles: [path] }
  expect(ran(diff, 'echo x > a.ts; make')).toEqual([
    { step: 'ran', effect: { kind: 'any' }, except: [path] },
    { step: 'written', path, content: 'x\n', isNew: true },
  ])
  const deleted = { files: [{ filePath: path, hunks: [], deleted: true }], moreFiles: 0, changedFiles: [path] }
  expect(ran(deleted).at(-1)).toEqual({ step: 'gone', path })
})

test('files that the client only lists were changed somehow, and more than it lists may be any', () => {
  const listed = { files: [], moreFiles: 1, changedFiles: [path] }
  expect(ran(listed, 'ls')).toEqual([{ step: 'edited', path, edits: [], isModified: true }])
  expect(ran({ files: [], moreFiles: 3, changedFiles: [path] }, 'ls')[0]).toEqual({ step: 'ran', effect: { kind: 'any' }, except: [] })
})
