/** What records of the client say about files. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RecordStep } from '../../../app/files/file-step.ts'
import { FileStepReader } from '../../../app/files/file-steps.ts'
import type { JsonObject } from '../../../app/model/json-object.ts'
import { readRecord } from '../../../app/model/record.ts'

const path = '/p/a.ts'

const called = (name: string, input: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'assistant',
  cwd: '/p',
  ...more,
  message: { role: 'assistant', content: [{ type: 'tool_use', id: 'call', name, input }] },
})

const answered = (toolUseResult: unknown, more: JsonObject = {}, text = 'Done.'): JsonObject => ({
  type: 'user',
  cwd: '/p',
  ...more,
  toolUseResult,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: text, is_error: more['isError'] === true }] },
})

const stepsOf = (...records: readonly JsonObject[]): readonly RecordStep[] => {
  const reader = new FileStepReader()
  return records.flatMap((record) => reader.read(readRecord(record)))
}

const read = (file: JsonObject): readonly RecordStep[] => stepsOf(called('Read', { file_path: path }), answered({ type: 'text', file }))
const ran = (command: string, more: JsonObject = {}): readonly RecordStep[] =>
  stepsOf(called('Bash', { command }), answered({ stdout: '', stderr: '' }, more))

const mayDiffer = (...written: readonly string[]): RecordStep => ({
  step: 'ran',
  effect: { kind: 'paths', written, removed: [], moved: [] },
})

test('Read shows the whole file when it shows all of its lines', () => {
  expect(read({ filePath: path, content: 'a\nb\n', startLine: 1, numLines: 3, totalLines: 3 })).toEqual([
    { step: 'whole', path, content: 'a\nb\n', by: 'read' },
  ])
})

test('Read shows a part when it shows fewer lines, or does not say how many there are', () => {
  expect(read({ filePath: path, content: 'b', startLine: 2, numLines: 1, totalLines: 3 })).toEqual([
    { step: 'part', path, from: 2, lines: ['b'], total: 3, by: 'read' },
  ])
  expect(read({ filePath: path, content: 'a' })).toEqual([{ step: 'part', path, from: 1, lines: ['a'], total: undefined, by: 'read' }])
})

test('an edit found the file as its record says, and changed it', () => {
  const result = { filePath: path, oldString: 'a', newString: 'b', originalFile: 'a\n', replaceAll: true, userModified: false }
  expect(stepsOf(called('Edit', {}), answered(result))).toEqual([
    { step: 'whole', path, content: 'a\n', by: 'edit' },
    { step: 'edited', path, edits: [{ from: 'a', to: 'b', isEverywhere: true }], isModified: false },
  ])
})

test('several edits of one call are one step', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'b', new_string: 'c', replace_all: true },
  ]
  expect(stepsOf(called('MultiEdit', {}), answered({ filePath: path, edits, originalFileContents: 'a' })).at(-1)).toEqual({
    step: 'edited',
    path,
    edits: [
      { from: 'a', to: 'b', isEverywhere: false },
      { from: 'b', to: 'c', isEverywhere: true },
    ],
    isModified: false,
  })
})

test('a written file has the content of the call, and the one before it was seen', () => {
  expect(stepsOf(called('Write', {}), answered({ type: 'create', filePath: path, content: 'a', originalFile: null }))).toEqual([
    { step: 'written', path, content: 'a', isNew: true },
  ])
  expect(stepsOf(called('Write', {}), answered({ type: 'update', filePath: path, content: 'b', originalFile: 'a' }))).toEqual([
    { step: 'whole', path, content: 'a', by: 'edit' },
    { step: 'written', path, content: 'b', isNew: false },
  ])
})

test('a notebook is known as a whole before and after an edit', () => {
  const result = { notebook_path: '/p/a.ipynb', original_file: '{}', updated_file: '{"cells":[]}' }
  expect(stepsOf(called('NotebookEdit', {}), answered(result)).map(({ step }) => step)).toEqual(['whole', 'written'])
})

test('a command that was ended, or continues, removes nothing for certain', () => {
  const stdout = { stdout: '', stderr: '' }
  const remove = (beside: JsonObject, said = ''): readonly string[] =>
    stepsOf(called('Bash', { command: 'sleep 9 && rm a.ts' }), answered(beside, {}, said)).map(({ step }) => step)
  expect(remove(stdout)).toEqual(['ran', 'gone'])
  expect(remove({ ...stdout, interrupted: true })).toEqual(['ran'])
  expect(remove({ ...stdout, backgroundTaskId: 'b1' })).toEqual(['ran'])
  expect(remove({ ...stdout, returnCodeInterpretation: 'No matches found' })).toEqual(['ran'])
  for (const said of [
    'Command running in background with ID: b1. Output is being written to: /tmp/b1',
    'Command was manually backgrounded by user with ID: b1',
    'Command was automatically moved to the background',
    '<error>Command was aborted before completion</error>',
  ])
    expect(
      stepsOf(called('Bash', { command: 'sleep 9 && rm a.ts' }), answered(undefined, {}, said)).map(({ step }) => step),
      said,
    ).toEqual(['ran'])
})

test('a content that a person changed before it was written, without a patch, is doubtful', () => {
  const result = { type: 'create', filePath: path, content: 'a', originalFile: null, structuredPatch: [], userModified: true }
  expect(stepsOf(called('Write', { file_path: path, content: 'a' }), answered(result)).at(-1)).toEqual(mayDiffer(path))
})

test('what a record says of a file that its command moved does not depend on the records before it', () => {
  const hunks = [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+x'] }]
  const diff = { files: [{ filePath: '/p/b.ts', hunks, created: true }], moreFiles: 0, changedFiles: ['/p/b.ts'] }
  const moved = [called('Bash', { command: 'git mv a.ts b.ts' }), answered({ stdout: '', stderr: '', bashEditDiff: diff })]
  const write = [called('Write', { file_path: path, content: 'x\n' }), answered({ type: 'create', filePath: path, content: 'x\n' })]
  const seen = { step: 'whole', path: '/p/b.ts', content: 'x\n', by: 'edit' }
  expect(stepsOf(...moved)).toContainEqual(seen)
  expect(stepsOf(...write, ...moved)).toContainEqual(seen)
})

test('where it was guessed that a target is a folder, what is moved from there later is not certain', () => {
  const write = (file_path: string): readonly JsonObject[] => [
    called('Write', { file_path, content: 'x' }),
    answered({ type: 'create', filePath: file_path, content: 'x' }),
  ]
  const command = 'mv a.ts t && mv b.ts a.ts && mv t b.ts'
  const swapped = [called('Bash', { command }), answered({ stdout: '', stderr: '' })]
  expect(stepsOf(...write(path), ...write('/p/b.ts'), ...swapped).at(-1)).toEqual(mayDiffer('/p/t', '/p/b.ts'))
})

const failedEdit = (said: string, input: JsonObject = { file_path: path }): readonly RecordStep[] =>
  stepsOf(called('Edit', input), answered(`Error: ${said}`, { isError: true }, `<tool_use_error>${said}</tool_use_error>`))

test('an edit that did not come to the file changes nothing', () => {
  const said = [
    "The user doesn't want to proceed with this tool use. The tool use was rejected.",
    'File has not been read yet. Read it first before writing to it.',
    'Sibling tool call errored',
    'No changes to make: old_string and new_string are exactly the same.',
    'InputValidationError: Edit failed due to the following issue',
  ]
  for (const one of said) expect(failedEdit(one), one).toEqual([])
})

test('an edit that failed for what it found says that the file may be another', () => {
  const said = [
    'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.',
    'File has been unexpectedly modified. Read it again before attempting to write it.',
    'Cannot create new file - file already exists.',
    'ENOSPC: no space left on device, write',
  ]
  for (const one of said) expect(failedEdit(one), one).toEqual([mayDiffer(path)])
  const asked = { file_path: path, old_string: 'a', new_string: 'b' }
  const sought = { step: 'sought', path, text: 'a' }
  expect(failedEdit('String to replace not found in file.\nString: a', asked)).toEqual([{ ...sought, times: 0 }])
  expect(failedEdit('Found 2 matches of the string to replace, but replace_all is false.', asked)).toEqual([{ ...sought, times: 2 }])
  expect(failedEdit('String to replace not found in file.')).toEqual([mayDiffer(path)])
  expect(failedEdit('File does not exist. Note: your current working directory is /p.')).toEqual([{ step: 'gone', path }])
  expect(failedEdit('File does not exist.', { file_path: 'a.ts' })).toEqual([{ step: 'gone', path }])
})

test('a call that a prompt follows instead of a result may have been made', () => {
  const prompt = { type: 'user', cwd: '/p', message: { role: 'user', content: 'Go on' } }
  expect(stepsOf(called('Write', { file_path: path, content: 'x' }), prompt, prompt)).toEqual([mayDiffer(path)])
  expect(stepsOf(called('Bash', { command: "sed -i 's/a/b/' a.ts" }), prompt)).toEqual([mayDiffer(path)])
  expect(stepsOf(called('Bash', { command: 'ls' }), prompt)).toEqual([])
  expect(stepsOf(called('Read', { file_path: path }), prompt)).toEqual([])
  expect(stepsOf(called('Agent', { prompt: 'x' }), prompt)).toEqual([{ step: 'ran', effect: { kind: 'any' }, spawnedBy: 'call' }])
  expect(stepsOf(called('Write', { file_path: path }), { ...prompt, isMeta: true })).toEqual([])
})

test('a file has one path, however a call spells it', () => {
  const at = (file_path: string, cwd = '/p'): readonly RecordStep[] =>
    stepsOf(
      called('Write', { file_path, content: 'x' }, { cwd }),
      answered({ type: 'create', filePath: file_path, content: 'x' }, { cwd: '/elsewhere' }),
    )
  const paths = (steps: readonly RecordStep[]): readonly unknown[] => steps.map((step) => 'path' in step && step.path)
  expect(paths(at('a.ts'))).toEqual([path])
  expect(paths(at('/p/x/../a.ts'))).toEqual([path])
  expect(paths(at('~/p/a.ts', '/home/mira/work'))).toEqual(['/home/mira/p/a.ts'])
  expect(paths(at('~/a.ts', '/srv/work'))).toEqual(['~/a.ts'])
  expect(paths(at('c:/p/a.ts', 'C:\\p'))).toEqual(['C:\\p\\a.ts'])
  expect(paths(at('sub/a.ts', 'c:\\p'))).toEqual(['C:\\p\\sub\\a.ts'])
})

test('a change of a path that may be another file in another spelling makes that file doubtful', () => {
  const write = (file_path: string): readonly JsonObject[] => [
    called('Write', { file_path, content: 'x' }),
    answered({ type: 'create', filePath: file_path, content: 'x' }),
  ]
  const doubted = (first: string, then: string): readonly unknown[] =>
    stepsOf(...write(first), ...write(then)).flatMap((step) => (step.step === 'ran' ? [[step.effect, step.except]] : []))
  const doubt = (first: string, then: string) => [[{ kind: 'paths', written: [first], removed: [], moved: [] }, [then]]]
  for (const [first, then] of [
    ['/Users/m/README.md', '/Users/m/readme.md'],
    ['/tmp/m/a.ts', '/private/tmp/m/a.ts'],
    ['C:\\m\\A.ts', 'C:\\m\\a.ts'],
  ] as const)
    expect(doubted(first, then), then).toEqual(doubt(first, then))
  expect(doubted('/home/m/Makefile', '/home/m/makefile')).toEqual([])
})

test('what is written through a link makes the file behind it doubtful, and the other way', () => {
  const write = (file_path: string): readonly JsonObject[] => [
    called('Write', { file_path, content: 'x' }),
    answered({ type: 'create', filePath: file_path, content: 'x' }),
  ]
  const doubted = (command: string, changed: string): readonly string[] =>
    stepsOf(called('Bash', { command }), answered({ stdout: '', stderr: '' }), ...write(changed))
      .slice(1)
      .flatMap((step) => (step.step === 'ran' && step.effect.kind === 'paths' ? step.effect.written : []))
  expect(doubted('ln -s a.ts b.ts', '/p/b.ts')).toContain('/p/a.ts')
  expect(doubted('ln -s a.ts b.ts', '/p/a.ts')).toContain('/p/b.ts')
  expect(doubted('ln a.ts b.ts', '/p/b.ts')).toContain('/p/a.ts')
  expect(doubted('ln -sfn src lib', '/p/lib/x/a.ts')).toContain('/p/src/x/a.ts')
  expect(doubted('ln -s ../a.ts sub/b.ts', '/p/sub/b.ts')).toContain('/p/a.ts')
  expect(doubted('ln -s /q/a.ts', '/p/a.ts')).toContain('/q/a.ts')
  expect(doubted('cd sub && ln -s "$PWD" x || true', '/p/a.ts')).toEqual([])
  expect(doubted('ln -s a.ts b.ts', '/p/c.ts')).toEqual([])
})

test('a run of tests makes a file doubtful that asks for a snapshot within it', () => {
  const after = (content: string, command: string): readonly RecordStep[] =>
    stepsOf(
      called('Write', { file_path: path, content }),
      answered({ type: 'create', filePath: path, content }),
      called('Bash', { command }),
      answered({ stdout: '', stderr: '' }),
    )
  for (const command of ['npx vitest run', 'npm test', 'npx jest a.test.ts']) {
    expect(after('expect(a).toMatchInlineSnapshot()', command).at(-1), command).toEqual(mayDiffer(path))
    expect(after('expect(a).toMatchInlineSnapshot(`1`)', command), command).not.toContainEqual(mayDiffer(path))
  }
  expect(after('expect(a).toMatchInlineSnapshot()', 'ls')).not.toContainEqual(mayDiffer(path))
})

test('calls of one reply are made where a command before them went', () => {
  const reply = { type: 'assistant', cwd: '/p', message: { role: 'assistant', content: [] } }
  const call = (id: string, command: string): JsonObject => ({
    ...reply,
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  })
  const result = (id: string, cwd: string): JsonObject => ({
    type: 'user',
    cwd,
    toolUseResult: { stdout: '', stderr: '' },
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '' }] },
  })
  expect(stepsOf(call('1', 'cd sub'), call('2', 'rm a.ts'), result('1', '/p/sub'), result('2', '/p/sub')).at(-1)).toEqual({
    step: 'gone',
    path: '/p/sub/a.ts',
  })
})

test('a file that Read does not find is not there', () => {
  const answer = answered('Error: File does not exist.', { isError: true }, '<tool_use_error>File does not exist.</tool_use_error>')
  expect(stepsOf(called('Read', { file_path: path }), answer)).toEqual([{ step: 'gone', path }])
})

test('a mention shows a file', () => {
  const file = { filePath: path, content: 'a', startLine: 1, numLines: 1, totalLines: 1 }
  const attachment = { type: 'file', filename: path, content: { type: 'text', file } }
  expect(stepsOf({ type: 'attachment', attachment })).toEqual([{ step: 'whole', path, content: 'a', by: 'mention' }])
})

const selection = { step: 'part', path, total: undefined, by: 'mention', isSelection: true }
const selectedInEditor = (content: string, lineStart: number, lineEnd: number): readonly RecordStep[] =>
  stepsOf({ type: 'attachment', attachment: { type: 'selected_lines_in_ide', filename: path, content, lineStart, lineEnd } })
const prompted = (content: unknown): readonly RecordStep[] => stepsOf({ type: 'user', message: { role: 'user', content } })

test('a selection in an editor shows the lines between its first and its last one, which may be parts; its lines are counted from 0', () => {
  expect(selectedInEditor('irst\nsecond\nthird\nfou', 0, 3)).toEqual([{ ...selection, from: 2, lines: ['second', 'third'] }])
  expect(selectedInEditor('first\r\nsecond\r\n', 4, 5)).toEqual([{ ...selection, from: 6, lines: ['second'] }])
})

test('a selection within two lines, or with more lines than it counts, or of no file, shows nothing', () => {
  expect(selectedInEditor('a piece', 3, 3)).toEqual([])
  expect(selectedInEditor('first\nsecond', 3, 4)).toEqual([])
  expect(selectedInEditor('a\nb\nc\nd\ne', 3, 5)).toEqual([])
  const untitled = { type: 'selected_lines_in_ide', filename: 'Untitled-1', content: 'a\nb\nc', lineStart: 0, lineEnd: 2 }
  expect(stepsOf({ type: 'attachment', attachment: untitled })).toEqual([])
})

test('a selection before a prompt counts its lines from 1, and may be cut', () => {
  const written = (text: string): string =>
    `<ide_selection>The user selected the lines 5 to 8 from ${path}:\n${text}\n\nThis may or may not be related to the current task.</ide_selection>`
  const shown = [{ ...selection, from: 6, lines: ['if (x):', ''] }]
  expect(prompted([{ type: 'text', text: written('def a():\nif (x):\n\n  b') }])).toEqual(shown)
  expect(prompted(`${written('def a():\nif (x):\n\nret\n... (truncated)')}\nWhat is this?`)).toEqual(shown)
  expect(prompted(`Look at ${written('a\nb\nc\nd')}`)).toEqual([])
  expect(prompted([{ type: 'tool_result', tool_use_id: 'call', content: written('a\nb\nc\nd') }])).not.toContainEqual(
    expect.objectContaining({ isSelection: true }),
  )
})

test('instructions of a folder are shown as a whole where the client says that nothing is left out', () => {
  const attached = (more: JsonObject): readonly RecordStep[] =>
    stepsOf({
      type: 'attachment',
      attachment: { type: 'nested_memory', path, content: { path, type: 'Project', content: '# Rules\n', ...more } },
    })
  expect(attached({ contentDiffersFromDisk: false })).toEqual([{ step: 'whole', path, content: '# Rules\n', by: 'mention' }])
  expect(attached({ contentDiffersFromDisk: true })).toEqual([])
  expect(attached({})).toEqual([])
})

test('a notice of the client that a file was changed leaves only the lines that it shows', () => {
  const attachment = { type: 'edited_text_file', filename: path, snippet: '     2→b\n     3→c\n...\n     9→i' }
  const part = { step: 'part', path, total: undefined, by: 'mention' }
  expect(stepsOf({ type: 'attachment', attachment })).toEqual([
    { ...part, from: 2, lines: ['b', 'c'], isNews: true },
    { ...part, from: 9, lines: ['i'], isNews: false },
  ])
  const silent = { type: 'edited_text_file', filename: path, snippet: '' }
  expect(stepsOf({ type: 'attachment', attachment: silent })).toEqual([{ ...part, from: 1, lines: [], isNews: true }])
})

test('commands that cannot write are no step, others may change files', () => {
  expect(ran('git status && ls')).toEqual([])
  expect(ran('gofmt -w .')).toMatchObject([{ step: 'ran' }])
  expect(ran('./unknown-program')).toEqual([{ step: 'ran', effect: { kind: 'any' } }])
})

test('a command that removes or moves a file does so when it succeeds', () => {
  expect(ran('rm a.ts').at(-1)).toEqual({ step: 'gone', path })
  expect(ran('git mv a.ts b.ts').at(-1)).toEqual({ step: 'moved', path, to: '/p/b.ts' })
  expect(ran('mv a.ts old').at(-1)).toEqual({ step: 'moved', path, to: '/p/old/a.ts' })
  expect(ran('rm a.ts', { isError: true }).map(({ step }) => step)).toEqual(['ran'])
})

test('tools of the client that only read are no step, all others may change files', () => {
  expect(stepsOf(called('Grep', { pattern: 'a' }), answered({ filenames: [] }))).toEqual([])
  expect(stepsOf(called('mcp__files__save', {}), answered({}))).toEqual([{ step: 'ran', effect: { kind: 'any' } }])
  expect(stepsOf(called('Task', {}), answered({}))).toEqual([{ step: 'ran', effect: { kind: 'any' }, spawnedBy: 'call' }])
})

test('after a long pause, and on another branch, files may be others', () => {
  const at = (timestamp: string, gitBranch = 'main'): JsonObject => ({ type: 'user', timestamp, gitBranch, message: { content: 'Go on' } })
  expect(stepsOf(at('2026-01-01T10:00:00Z'), at('2026-01-01T10:09:00Z'))).toEqual([])
  expect(stepsOf(at('2026-01-01T10:00:00Z'), at('2026-01-01T10:11:00Z'))).toHaveLength(1)
  expect(stepsOf(at('2026-01-01T10:00:00Z'), at('2026-01-01T10:00:01Z', 'fix'))).toHaveLength(1)
})

test('a PDF and an image are bytes: known where they are recorded as they are', () => {
  const bytes = Buffer.from('%PDF-1.7')
  const base64 = bytes.toString('base64')
  const hash = createHash('sha256').update(bytes).digest('hex')
  const pdf = { type: 'pdf', file: { filePath: '/p/a.pdf', base64, originalSize: bytes.length } }
  expect(stepsOf(called('Read', { file_path: '/p/a.pdf' }), answered(pdf))).toEqual([
    { step: 'bytes', path: '/p/a.pdf', sourceHash: hash, by: 'read' },
  ])
  const image = { type: 'image', file: { base64, type: 'image/png', originalSize: bytes.length * 9 } }
  expect(stepsOf(called('Read', { file_path: '/p/a.png' }), answered(image))).toEqual([
    { step: 'bytes', path: '/p/a.png', sourceHash: null, by: 'read' },
  ])
})

test('copies that the client makes are named once, by snapshots that repeat them and by deltas', () => {
  const copy = (backupFileName: string | null, backupTime: string) => ({ backupFileName, version: 1, backupTime })
  const snapshot = (trackedFileBackups: JsonObject): JsonObject => ({
    type: 'file-history-snapshot',
    messageId: 'm',
    snapshot: { messageId: 'm', trackedFileBackups, timestamp: '2026-02-01T09:00:00Z' },
    isSnapshotUpdate: true,
  })
  const first = copy('1a@v1', '2026-02-01T09:01:00Z')
  const at = Date.parse('2026-02-01T09:01:00Z')
  const steps = stepsOf(
    snapshot({}),
    snapshot({ 'a.ts': first }),
    snapshot({ 'a.ts': first, '/q/b.ts': copy(null, '2026-02-01T09:02:00Z') }),
    { type: 'file-history-delta', trackingPath: 'a.ts', backup: copy('1a@v2', '2026-02-01T09:03:00Z') },
    { type: 'file-history-delta', trackingPath: 'c.ts', backup: { backupFileName: 7 } },
    { type: 'file-history-snapshot', snapshot: { trackedFileBackups: { 'd.ts': { backupFileName: 'x@v1' } } } },
  )
  expect(steps).toEqual([
    { step: 'backed up', path: 'a.ts', name: '1a@v1', at },
    { step: 'backed up', path: '/q/b.ts', name: null, at: at + 60_000 },
    { step: 'backed up', path: 'a.ts', name: '1a@v2', at: at + 120_000 },
    { step: 'backed up', path: 'd.ts', name: 'x@v1', at: null },
  ])
})
