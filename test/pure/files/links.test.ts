/** Files that commands change through links. */
import { expect, test } from 'vitest'
import { FileStepReader } from '../../../app/files/file-steps.ts'
import { KnownFiles } from '../../../app/files/known-files.ts'
import type { JsonObject } from '../../../app/model/json-object.ts'
import { readRecord } from '../../../app/model/record.ts'

const path = '/p/a.ts'

const call = (name: string, input: JsonObject, toolUseResult: JsonObject, isError = false): readonly JsonObject[] => [
  { type: 'assistant', cwd: '/p', message: { role: 'assistant', content: [{ type: 'tool_use', id: 'call', name, input }] } },
  {
    type: 'user',
    cwd: '/p',
    toolUseResult,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: '', is_error: isError }] },
  },
]

const ran = (command: string, isError = false): readonly JsonObject[] => call('Bash', { command }, { stdout: '', stderr: '' }, isError)
const file = { filePath: path, content: 'a\n', startLine: 1, numLines: 2, totalLines: 2 }
const read = call('Read', { file_path: path }, { type: 'text', file })

const proofAfter = (...records: readonly JsonObject[]): string => {
  const [reader, known] = [new FileStepReader(), new KnownFiles()]
  records.forEach((record, place) => {
    for (const step of reader.read(readRecord(record))) if (step.step !== 'backed up') known.take(step, place)
  })
  return known.proofNow(path)
}

test.each([
  ['ln -s a.ts b.ts', 'echo x > b.ts'],
  ['ln -s a.ts b.ts', 'echo x | tee b.ts'],
  ['ln -s a.ts b.ts', 'cp x b.ts'],
  ['ln -s a.ts b.ts', 'sed -i s/a/b/ b.ts'],
  ['ln -s a.ts b.ts', 'cd "$HERE" && echo x > b.ts'],
  ['ln -s a.ts b.ts && ln -s b.ts c.ts', 'cat > c.ts'],
  ['ln a.ts b.ts; ln b.ts sub/c.ts', 'echo x > sub/c.ts'],
  ['ln -s . self; ln -s self/a.ts c.ts', 'echo x > c.ts'],
  ['ln -s /p lib', 'echo x > lib/a.ts'],
  ['ln -s /p lib', 'rm lib/a.ts'],
  ['ln -s /p lib', 'mv lib/a.ts /q/a.ts'],
  ['ln -s /p /q/lib', 'mv /q/x.ts /q/lib'],
  ['ln -s ../a.ts sub/b.ts', 'for f in sub/*; do echo x > "$f"; done'],
  ['true', 'ln -s a.ts b.ts && echo x > b.ts'],
])('after “%s”, also when it failed, the command “%s” makes the file behind the link likely', (link, command) => {
  expect(proofAfter(...ran(link), ...read, ...ran(command))).toBe('likely')
  expect(proofAfter(...ran(link, true), ...read, ...ran(command))).toBe('likely')
})

test('a command that changes other files, or removes the folder of a link, leaves the file behind the link as it is', () => {
  expect(proofAfter(...ran('ln -s ../a.ts sub/b.ts'), ...read, ...ran('rm -rf sub'))).toBe('observed')
  expect(proofAfter(...ran('ln -s a.ts b.ts'), ...read, ...ran('echo x > c.ts'))).toBe('observed')
})
