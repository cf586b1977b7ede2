/** The table of programs: every row is understood and can be reached. */
import { expect, test } from 'vitest'
import { shellEffect } from '../../../app/shell/read-command.ts'
import settings from '../../../app/shell/shell-settings.tsv?raw'
import table from '../../../app/shell/shell-programs.tsv?raw'

interface Row {
  readonly line: string
  readonly program: string
  readonly subCommand: string
  readonly options: string
  readonly effect: string
}

const rows: readonly Row[] = table
  .replace(/\n$/, '')
  .split('\n')
  .slice(1)
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => {
    const [programs = '', subCommand = '', options = '', effect = ''] = line.split('\t')
    return programs.split(' ').map((program) => ({ line, program, subCommand, options, effect }))
  })

const isRule = ({ effect }: Row): boolean => effect !== 'options' && effect !== 'leading-options'

test('every row has five columns and no empty word', () => {
  for (const { line } of rows) {
    expect(line.split('\t'), line).toHaveLength(5)
    expect(line, line).not.toMatch(/ {2}|\t | \t|-$|-\t/)
  }
})

test('the effect of every row is known', () => {
  for (const { program, subCommand, options } of rows.filter(isRule)) {
    const words = subCommand.split(' ').map((word) => (word.split(',')[0] ?? '').replace('*', ''))
    const name = program.replace(/^(git|go|python)-(?=[a-z])/, program.startsWith('python-') ? '$1 -m ' : '$1 ')
    const command = [name, ...words, options.split(' ')[0] ?? '', 'a', 'b'].filter((word) => word !== '').join(' ')
    expect(() => shellEffect(command, '/w'), command).not.toThrow()
  }
})

test('no row is hidden by a row above it', () => {
  const always = new Set<string>()
  for (const row of rows.filter(isRule)) {
    const words = row.subCommand.split(' ')
    const names = (words[0] ?? '').split(',').map((first) => [row.program, first, ...words.slice(1)].join(' '))
    const isHidden = always.has(`${row.program} `) || names.every((name) => always.has(name))
    expect(isHidden, row.line).toBe(false)
    if (row.options === '') for (const name of names) always.add(name)
  }
})

test('a program with rows has one that says what it does without options, or asks for a sub-command', () => {
  const complete = new Set(rows.filter((row) => isRule(row) && (row.options === '' || row.subCommand !== '')).map(({ program }) => program))
  // These are asked for a version or a list; all else may change any file.
  const asked = new Set(
    'php ruby node java mvn gradle tox nox just task make gmake rustc rustfmt xcrun xcode-select asdf claude dpkg python python3 python2 py php-cs-fixer'.split(
      ' ',
    ),
  )
  const incomplete = new Set(rows.map(({ program }) => program).filter((program) => !complete.has(program) && !asked.has(program)))
  expect([...incomplete]).toEqual([])
})

test('the patterns of settings can be read', () => {
  for (const line of settings.trimEnd().split('\n').slice(1)) {
    const [kind = '', name = '', harmless = '', note = ''] = line.split('\t')
    expect(['environment', 'exported', 'git'], line).toContain(kind)
    expect(() => [new RegExp(name), new RegExp(harmless)], line).not.toThrow()
    expect(note, line).not.toBe('')
  }
})
