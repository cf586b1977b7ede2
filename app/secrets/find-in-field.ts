/** Finds secrets in the value of a field, whose name may make a secret of all of it. */
import { findSecretsIn, type SecretSpan } from './find-secrets.ts'
import { isSecretValue } from './is-secret-value.ts'
import { secretOf } from './secret-names.ts'

/** Fields that hold a header, or a login in base64. */
const header = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|auth)$/i

/** As if the field was written in a text. */
const inHeader = (name: string, value: string): readonly SecretSpan[] => {
  const before = `"${name}": "`
  const found = findSecretsIn(`${before}${value}"`).filter(({ start }) => start >= before.length)
  return found.map((span) => ({ ...span, start: span.start - before.length, end: Math.min(span.end - before.length, value.length) }))
}

const isMostly = (spans: readonly SecretSpan[], value: string): boolean =>
  spans.some(({ by, start, end }) => by === 'shape' && end - start >= value.length * 0.6)

/** In order, and apart. @param name of the field: `DB_PASSWORD`, `Authorization` */
export const findInField = (name: string, value: string): readonly SecretSpan[] => {
  if (header.test(name)) return inHeader(name, value)
  const spans = findSecretsIn(value)
  const of = secretOf(name)
  if (of === undefined || isMostly(spans, value)) return spans
  const before = `${name}=`
  if (!isSecretValue(value, { quote: '"', before, of })) return spans
  return [{ kind: 'value of a setting', start: 0, end: value.length, text: value, before, by: 'place' }]
}
