/** Every row of the table of keys, wherever programs write such a key. */
import { expect, test } from 'vitest'
import { redacted, redactSecrets } from '../../../app/secrets/redact-secrets.ts'
import { serviceKeys } from '../../../app/secrets/service-keys.ts'
import { madeUpKey } from '../../support/made-up-key.ts'

const examples = serviceKeys.flatMap(({ id, examples: recipes }) => recipes.map((recipe) => [id, recipe] as const))

/** The longest part of a key without a sign that an address or an escape gives another meaning. */
const coreOf = (key: string): string => key.split(/[^A-Za-z0-9]/).reduce((longest, part) => (part.length > longest.length ? part : longest))

/** What programs write around a key, and within it. */
const writings: Readonly<Record<string, (key: string) => string>> = {
  'in a sentence': (key) => `before ${key} after`,
  'in quotes': (key) => `x = "${key}";`,
  'as a value': (key) => `X=${key}`,
  'in JSON within JSON': (key) => JSON.stringify(JSON.stringify({ said: key })),
  'after a written line break': (key) => String.raw`line\n${key}\nline`,
  'in colour': (key) => `\u001b[31m${key}\u001b[0m`,
  'in colour, written with escapes': (key) => String.raw`\u001b[1;31m${key}\u001b[0m`,
  'in an address': (key) => `said%3D${encodeURIComponent(key)}%26x`,
  'with signs that cannot be seen': (key) => `${key.slice(0, 12)}\u200b${key.slice(12)}`,
  'with letters as escapes': (key) => key.replace(/[a-z](?=[^a-z]*$)/i, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
}

test.each(examples)('a key of the row %s (%s) is redacted in every notation', (_id, recipe) => {
  const key = madeUpKey(recipe)
  for (const [how, write] of Object.entries(writings)) {
    const clean = redactSecrets(write(key))
    expect(clean, how).toContain(redacted)
    expect(clean, how).not.toContain(coreOf(key))
  }
})

const prefixed = examples.filter(([, recipe]) => /^[\w.-]+\{/.test(recipe))

test.each(prefixed)('a key of the row %s (%s) is redacted when a line ends within it', (_id, recipe) => {
  const key = madeUpKey(recipe)
  const middle = Math.floor(key.length * 0.6)
  const clean = redactSecrets(`the key:\n  ${key.slice(0, middle)}\n  ${key.slice(middle)}\nNext comes this`)
  expect(clean).not.toContain(key.slice(middle))
  expect(clean).toContain('Next comes this')
})

test('every row has a unique name, the form of the key and its source', () => {
  expect(new Set(serviceKeys.map(({ id }) => id)).size).toBe(serviceKeys.length)
  for (const row of serviceKeys) {
    expect(
      [row.service, row.kind, row.looks, row.source].every((text) => text.length > 0),
      row.id,
    ).toBe(true)
    expect(
      row.hints.every((hint) => hint.length > 1 && hint === hint.toLowerCase()),
      row.id,
    ).toBe(true)
  }
})
