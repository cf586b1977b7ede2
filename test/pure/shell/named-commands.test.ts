/** Which programs a command runs, and whether its status says how each ended. */
import { expect, test } from 'vitest'
import { namedCommands } from '../../../app/shell/named-commands.ts'

const read = (command: string): readonly (readonly [string, boolean])[] =>
  namedCommands(command).map(({ words, decidesStatus }) => [words.join(' '), decidesStatus])

test('the status of a command, and of commands joined by &&, is that of each', () => {
  expect(read('npm test')).toEqual([['npm test', true]])
  expect(read('cd app && npm run lint && npm test 2>&1')).toEqual([
    ['cd app', true],
    ['npm run lint', true],
    ['npm test', true],
  ])
})

test('a pipe, a semicolon, || and & hide the status of what is before them', () => {
  expect(read('npm test | tail -20')).toEqual([
    ['npm test', false],
    ['tail -20', true],
  ])
  expect(read('npm test; echo done')[0]).toEqual(['npm test', false])
  expect(read('npm test || true')[0]).toEqual(['npm test', false])
  expect(read('npm test &')[0]).toEqual(['npm test', false])
  expect(read('! npm test')[0]).toEqual(['npm test', false])
})

test('set -e and pipefail make earlier commands decide', () => {
  expect(read('set -e; npm test; echo done')[1]).toEqual(['npm test', true])
  expect(read('set -o pipefail; npm test | tail')[1]).toEqual(['npm test', true])
  expect(read('set -euo pipefail\nnpm test | tail\necho done')[1]).toEqual(['npm test', true])
})

test('commands in groups, scripts of a shell, conditions and loops are found', () => {
  expect(read('(cd app; npm test)').at(-1)).toEqual(['npm test', true])
  expect(read("bash -lc 'npm test && npm run lint'").map(([words]) => words)).toEqual(['npm test', 'npm run lint'])
  expect(read('if npm test; then echo yes; fi')[0]).toEqual(['npm test', false])
  expect(read('for f in a b; do go test $f; done')[0]).toEqual(['go test $f', false])
})

test('text that is no command gives none', () => {
  expect(read('')).toEqual([])
  expect(read('if then (')).toEqual([])
  expect(read('x'.repeat(200_001))).toEqual([])
})
