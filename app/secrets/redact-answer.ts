/**
 * Redacts the values of an answer before anything shortens them. Some texts were shortened before: what is left there of a secret, its
 * beginning at their end or its end at their beginning, is redacted too.
 */
import { redacted } from './redact-secrets.ts'
import type { Redactor } from './redactor.ts'
import { serviceKeys } from './service-keys.ts'
import { isObject } from '../model/json-object.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Beginnings by which keys and tokens are recognised. */
const beginnings = [...new Set(serviceKeys.flatMap(({ hints }) => hints))].filter((hint) => hint.length >= 3 && /[^a-z]/.test(hint))

/** A key that ends where the text does, or at the mark of a cut. */
const brokenEnd = new RegExp(`(?<![A-Za-z0-9])(?:${beginnings.map(escaped).join('|')})[\\w.~+/=-]{2,}(?=…|$)`, 'gi')

/** What follows the mark of a cut: it may be the rest of a token. A text without the mark begins where its writer began it. */
const firstToken = /^…([\w~+/=-]{8,})/
const isMachineMade = (token: string): boolean => /\d/.test(token) && (token.length >= 16 || (/[a-z]/.test(token) && /[A-Z]/.test(token)))

const withoutBrokenTokens = (text: string): string =>
  text.replace(brokenEnd, redacted).replace(firstToken, (all, token: string) => (isMachineMade(token) ? `…${redacted}` : all))

const inTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutBrokenTokens(value)
  if (Array.isArray(value)) return value.map(inTexts)
  if (!isObject(value) || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, isName(name) ? part : inTexts(part)]))
}

/** Fields with names and ids: they are asked for again. */
const isName = (name: string): boolean => /(?:id|ids|path|paths|file|uuid|hash|cwd|project|name|chain|model|commit)$/i.test(name)

export const redactAnswer = (redactor: Redactor, answer: unknown): unknown => inTexts(redactor.value(answer))
