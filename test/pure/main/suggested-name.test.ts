import { expect, test } from 'vitest'
import { suggestedName } from '../../../main/suggested-name.ts'

test.each([
  ['ctx-1a2b3c4d.jsonl', 'ctx-1a2b3c4d.jsonl'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\a.md', 'a.md'],
  ['.hidden', 'hidden'],
  ['a\u0000b\u202egnp.exe', 'abgnp.exe'],
  ['..', 'strata'],
  ['what? <now>|"*:.txt', 'what now.txt'],
])('the dialog for saving %j begins with %j: a name and nothing else', (name, suggested) => {
  expect(suggestedName(name)).toBe(suggested)
})
