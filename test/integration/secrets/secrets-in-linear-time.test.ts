/** Looking for secrets takes time linear in the length of a text, whatever it repeats. */
import { expect, test } from 'vitest'
import { redactSecrets } from '../../../app/secrets/redact-secrets.ts'
import { secretHints } from '../../../app/secrets/find-secrets.ts'
import { serviceKeys } from '../../../app/secrets/service-keys.ts'
import { madeUpKey } from '../../support/made-up-key.ts'

/** What a rule reads before it fails: beginnings of keys, names, headers, commands, escapes. */
const pieces = [
  ...secretHints,
  ...secretHints.map((hint) => `-${hint}`),
  ...serviceKeys.map(({ examples }) => madeUpKey(examples[0] ?? '').slice(0, -3)),
  ...serviceKeys.map(({ examples }) => `${madeUpKey(examples[0] ?? '').slice(0, 12)}\n`),
  ...['-eyJ', 'eyJ.', 'token', 'token=', 'token="', "token='", 'password: |\n  ', 'password,', 'password>', '<password>', '| token '],
  ...['curl -u ', 'mysql -', 'echo a|', 'docker login ', 'sudo -S <', '://', 'a://b:', 'a://b:c@', 'https://a:b/', 'login a password '],
  ...[
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----\na',
    '\\',
    '\\u0070',
    '%70',
    '&amp;',
    '\u200b',
    '\u001b[31m',
    'a|b\n',
    '|--|\n',
    'a\n',
    '"',
    "'",
    '`',
  ],
  ...['authorization: ', 'authorization: digest ', 'cookie: a=', 'a=b,', 'name: ', 'name="token" value=', 'PuTTY-User-Key-File-2: \n'],
]

/** Processor time, which other programs do not change. */
const secondsFor = (piece: string, length: number): number => {
  const text = piece.repeat(Math.ceil(length / piece.length))
  const start = process.cpuUsage()
  redactSecrets(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000_000
}

/** Shorter times say nothing of how they grow. */
const floor = 0.15

test('a text four times as long takes about four times as long to read, with any repetition', () => {
  const slow = pieces.filter((piece) => {
    const long = secondsFor(piece, 32_000)
    if (long < floor) return false
    // Quadratic time grows 16 times. The collector may run meanwhile: the best of five counts.
    const [before, after] = [32_000, 128_000].map((length) => Math.min(...[1, 2, 3, 4, 5].map(() => secondsFor(piece, length))))
    return (after ?? 0) > floor && (after ?? 0) > (before ?? 0) * 12
  })
  expect(slow).toEqual([])
})
