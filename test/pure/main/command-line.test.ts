import path from 'node:path'
import { expect, test } from 'vitest'
import { parseCommandLine } from '../../../main/command-line.ts'

const cwd = path.resolve('/work')

test('the store is the last --store, in either spelling, relative to where the program was started', () => {
  expect(parseCommandLine(['strata', '--store', 'a', '--store=b'], {}, cwd).storeDir).toBe(path.join(cwd, 'b'))
})

test('STRATA_STORE names the store when no option does; an empty value is ignored', () => {
  expect(parseCommandLine(['strata'], { STRATA_STORE: 'env' }, cwd).storeDir).toBe(path.join(cwd, 'env'))
  expect(parseCommandLine(['strata', '--store=x'], { STRATA_STORE: 'env' }, cwd).storeDir).toBe(path.join(cwd, 'x'))
  expect(parseCommandLine(['strata'], { STRATA_STORE: '' }, cwd).storeDir).toBeUndefined()
})

test('every --import is a folder to import, and options of Electron are unchanged', () => {
  const argv = ['strata', '--no-sandbox', '--import', 'one', '--inspect=0', '--import=two', '.']
  expect(parseCommandLine(argv, {}, cwd)).toEqual({
    storeDir: undefined,
    folders: [path.join(cwd, 'one'), path.join(cwd, 'two')],
    link: undefined,
  })
})

test('an option at the end without a value is ignored', () => {
  expect(parseCommandLine(['strata', '--store'], {}, cwd)).toEqual({ storeDir: undefined, folders: [], link: undefined })
})

test('the last link among the arguments is opened; what is too long or has other characters is none', () => {
  const linkOf = (...argv: readonly string[]) => parseCommandLine(['strata', ...argv], {}, cwd).link
  expect(linkOf('strata://session/a', '--no-sandbox', 'strata://session/b#r-1')).toBe('strata://session/b#r-1')
  for (const text of ['strata:', 'strata://', 'https://session/a', 'strata://a b', 'strata://a\nb', `strata://${'a'.repeat(4_001)}`])
    expect(linkOf(text)).toBeUndefined()
})
