/** Whether a file may have been changed. */
import { expect, test } from 'vitest'
import { shellEffect } from '../../../app/shell/read-command.ts'
import { mayChange } from '../../../app/shell/shell-effect.ts'
import { checkIn } from './check-effects.ts'

test('a folder that a loop changes is any folder in the end', () => {
  const effect = shellEffect('while true; do cd sub; touch a; done', '/w')
  expect(['/w/sub/a', '/w/sub/sub/sub/a', '/z/a'].map((path) => mayChange(effect, path))).toEqual([true, true, true])
  expect(mayChange(effect, '/w/b')).toBe(false)
})

test('without a working directory a relative path names every file whose path ends so', () => {
  checkIn(undefined, {
    'touch src/a.ts': 'src/a.ts',
    'touch ../a': 'a',
    'touch /x/a': '/x/a',
    'rm a': 'a',
    'rm *': 'any',
    'git clean -fd': 'any',
    'go mod tidy': 'go.mod go.sum',
    'cd /x && rm a': '-/x/a',
  })
  const effect = shellEffect('touch src/a.ts', undefined)
  expect(mayChange(effect, '/w/src/a.ts')).toBe(true)
  expect(mayChange(effect, '/w/lib/src/a.ts/b')).toBe(true)
  expect(mayChange(effect, '/w/asrc/a.ts')).toBe(false)
  expect(mayChange(effect, '/w/a.ts')).toBe(false)
})

test('a file may change if it is named or lies below what is named', () => {
  const effect = shellEffect('rm -rf /w/src && mv /w/a /w/b', '/w')
  const isChanged = (path: string): boolean => mayChange(effect, path)
  expect(['/w/src', '/w/src/a/b.ts', '/w/a', '/w/b', '/w/b/a'].map(isChanged)).toEqual([true, true, true, true, true])
  expect(['/w', '/w/srcs', '/w/c', '/src', '/w/ab'].map(isChanged)).toEqual([false, false, false, false, false])
  expect(mayChange({ kind: 'none' }, '/w/a')).toBe(false)
  expect(mayChange({ kind: 'any' }, '/w/a')).toBe(true)
})

test('case, Unicode form, drives and the names of /tmp make no difference', () => {
  expect(mayChange(shellEffect('rm README.md', '/w'), '/W/readme.MD')).toBe(true)
  expect(mayChange(shellEffect('rm "Gru\u0308ße"', '/w'), '/w/Gr\u00fcße')).toBe(true)
  expect(mayChange(shellEffect('touch /tmp/a', '/w'), '/private/tmp/a')).toBe(true)
  expect(mayChange(shellEffect('touch a', 'C:\\Users\\x'), 'C:\\Users\\x\\a')).toBe(true)
  expect(mayChange(shellEffect('touch "C:\\Users\\x\\a"', '/w'), 'c:\\users\\x\\A')).toBe(true)
  expect(mayChange(shellEffect('touch a', 'C:\\Users\\x'), 'C:\\Users\\y\\a')).toBe(false)
  expect(mayChange(shellEffect('touch a//b/./c/../d/', '/w/'), '/w/a/b/d')).toBe(true)
})
