/** What holds for every command. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellEffect } from '../../../app/shell/read-command.ts'
import { type ShellEffect, mayChange } from '../../../app/shell/shell-effect.ts'

const simple = fc.constantFrom(
  ...[
    'ls -la',
    'cat a',
    'rm a',
    'rm -rf "dir b"',
    'mv a b',
    'mv a b dir/',
    'touch c',
    'cp a b',
    'cd sub',
    'cd /x',
    'cd ..',
    'F=a',
    'F=$(ls)',
  ],
  ...['sed -i s/a/b/ c', 'echo x > d', 'echo "$F" >> "$F"', 'touch $F', 'git mv a b', 'git status', 'git checkout main', 'go test ./...'],
  ...['true', 'false', 'exit 1', 'find . -name "*.ts" -delete', 'rm *.log', 'touch "$D/e"', 'bash -c "rm f"', 'read F', 'timeout 5 rm g'],
  ...['tee h < a', 'xargs rm', 'echo $(rm i)', '[ -f a ]', 'tar xf a.tar -C out', 'export F=b', 'pushd sub', '((F = 3))', '! rm j'],
)

const joined = (parts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(parts, fc.constantFrom(' && ', ' || ', '; ', '\n', ' | ', ' &\n'), parts).map((texts) => texts.join('')),
    parts.map((text) => `( ${text})`),
    parts.map((text) => `{ ${text}\n}`),
    fc.tuple(parts, parts).map(([clause, body]) => `if ${clause}\nthen ${body}\nfi`),
    parts.map((text) => `for F in a b; do ${text}\ndone`),
    parts.map((text) => `while ${text}\ndo ls\ndone`),
    parts.map((text) => `echo "$( ${text}\n)"`),
  )

const command = fc.oneof(simple, joined(simple), joined(joined(simple)))

const pathsOf = (effect: ShellEffect): readonly string[] =>
  effect.kind === 'paths' ? [...effect.written, ...effect.removed, ...effect.moved.flatMap(({ from, to }) => [from, to])] : []

const isAtLeast = (larger: ShellEffect, smaller: ShellEffect): boolean =>
  larger.kind === 'any' ||
  (smaller.kind !== 'any' && pathsOf(smaller).every((path) => mayChange(larger, path.startsWith('/') ? path : `/any/${path}`)))

test('a command that is added never makes the effect smaller', () => {
  fc.assert(
    fc.property(command, command, fc.constantFrom(' && ', '; ', '\n', ' || ', ' | '), (first, second, operator) => {
      expect(isAtLeast(shellEffect(first + operator + second, '/w'), shellEffect(first, '/w'))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a command in a group, a condition or a shell of its own has at least its effect', () => {
  const around = fc.constantFrom(
    ...[(text: string) => `( ${text})`, (text: string) => `{ ${text}\n}`, (text: string) => `if true; then ${text}\nfi`],
    ...[(text: string) => `echo $( ${text}\n)`, (text: string) => `ls | { ${text}\n}`, (text: string) => `{ ${text}\n} &`],
    (text: string) => `cat <<END\n$( ${text}\n)\nEND`,
    (text: string) => `while ls; do ${text}\ndone`,
    (text: string) => `bash -c '${text.replaceAll("'", String.raw`'\''`)}'`,
  )
  fc.assert(
    fc.property(command, around, (text, wrap) => {
      expect(isAtLeast(shellEffect(wrap(text), '/w'), shellEffect(text, '/w'))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('without a working directory the effect is at least what it is in any', () => {
  fc.assert(
    fc.property(command, (text) => {
      expect(isAtLeast(shellEffect(text, undefined), shellEffect(text, '/w/x'))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('an unknown program makes it any', () => {
  fc.assert(
    fc.property(command, fc.constantFrom('; ', '\n', ' && ', ' | '), (text, operator) => {
      expect(shellEffect(`${text}${operator}unknown-program`, '/w')).toEqual({ kind: 'any' })
      expect(shellEffect(`unknown-program${operator}${text}`, '/w')).toEqual({ kind: 'any' })
    }),
  )
})

const inSingleQuotes = (name: string): string => `'${name.replaceAll("'", String.raw`'\''`)}'`
const inDoubleQuotes = (name: string): string => `"${name.replaceAll(/["$\\`]/g, String.raw`\$&`)}"`
const withBackslashes = (name: string): string => name.replaceAll(/[^\w./]/g, (char) => (char === '\n' ? "'\n'" : `\\${char}`))

test('quoting a path changes nothing', () => {
  const name = fc
    .string({ unit: fc.constantFrom(...Array.from('ab.-_ \t\n\'"$*?[]{},~#&|;<>()!=+%\\é')), maxLength: 8 })
    .map((text) => `n${text}`)
  fc.assert(
    fc.property(name, fc.constantFrom(inSingleQuotes, inDoubleQuotes, withBackslashes), (text, quote) => {
      const path = `/w/dir/${text}`
      expect(shellEffect(`rm ${quote(`dir/${text}`)}`, '/w')).toEqual({ kind: 'paths', written: [], removed: [path], moved: [] })
      expect(shellEffect(`echo x > ${quote(path)}`, '/w')).toEqual({ kind: 'paths', written: [path], removed: [], moved: [] })
      expect(shellEffect(`F=${quote(path)}; touch "$F"`, '/w')).toEqual({ kind: 'paths', written: [path], removed: [], moved: [] })
    }),
    { numRuns: 300 },
  )
})

test('any text is answered', () => {
  const token = fc.constantFrom(
    ...[
      'rm',
      'a',
      ' ',
      '\n',
      '"',
      "'",
      '\\',
      '$(',
      ')',
      '`',
      '${',
      '}',
      '{',
      '(',
      '<<EOF\n',
      '<<<',
      '>',
      '>&',
      '|',
      '||',
      '&&',
      '&',
      ';',
      ';;',
    ],
    ...[
      'if',
      'then',
      'fi',
      'for',
      'in',
      'do',
      'done',
      'while',
      'case',
      'esac',
      '[[',
      ']]',
      '((',
      '))',
      '=',
      'x=',
      '$x',
      '*',
      '~',
      '#',
      '!',
      '\0',
    ],
    ...[
      'sed',
      'awk',
      'find',
      'xargs',
      'git',
      'tar',
      '-i',
      '-exec',
      '-c',
      '--',
      '-C',
      'mv',
      'cd',
      'eval',
      'bash',
      'trap',
      's/a/b/',
      '{print}',
    ],
  )
  const text = fc.oneof(
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join('')),
    fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(' ')),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('/w', undefined, '', 'C:\\x'), (source, cwd) => {
      expect(['none', 'paths', 'any']).toContain(shellEffect(source, cwd).kind)
    }),
    { numRuns: 2000 },
  )
})

const many = (count: number, text: (at: number) => string): string => Array.from({ length: count }, (_, at) => text(at)).join('')

test.each([
  ['commands', many(1200, () => 'rm a && ') + 'rm a', 'paths'],
  ['loops that change no file', many(40, () => 'while [[ a ]]; do cd a; ') + many(40, () => 'done; '), 'none'],
  ['files', `rm ${many(2000, (at) => `f${at} `)}`, 'any'],
  ['open parentheses', '('.repeat(10_000), 'any'],
  ['open substitutions', 'echo $('.repeat(1500), 'any'],
  ['open quotes', '"'.repeat(9999), 'any'],
  ['backquotes', '`'.repeat(9999), 'any'],
  ['loops in loops', `${many(30, () => 'for i in 1 2 3 4 5; do ')}rm a; ${many(30, () => 'done; ')}`, 'any'],
  ['alternatives', `touch ${'{a,b}'.repeat(40)}`, 'any'],
  ['shells in shells', `${'bash -c "'.repeat(20)}ls${'"'.repeat(20)}`, 'any'],
  ['commands of sed', `sed '${'s/a/b/;'.repeat(1200)}w a' b`, 'any'],
  ['parts of a program of awk', `awk '${'{print $1 / 2}'.repeat(700)}{print > $1}' b`, 'any'],
  ['characters', 'a'.repeat(1_000_000), 'any'],
])('many %s are answered', (_name, text, kind) => {
  expect(shellEffect(text, '/w').kind).toBe(kind)
})
