/** A policy: what an agent is shown of its history. docs/backtest.md describes the files. */
import { z } from 'zod'
import { StrataError } from '../model/failure.ts'
import { inputReasons, reportInput } from '../model/input-reason.ts'
import { isObject } from '../model/json-object.ts'
import { collapseFields, collapsePolicies, type CollapsePolicy } from '../packs/collapse-policy.ts'
import { readStrategy, type ContextStrategy } from '../packs/context-strategy.ts'
import builtIn from './built-in-policies.json' with { type: 'json' }

interface Named {
  readonly name: string
  readonly about: string
}

/** Where the shown history begins: at the last compaction, as the client had it, or with the session. */
type Begin = 'compaction' | 'session'

export type Method =
  | { readonly kind: 'full' | 'recency' | 'summary' | 'words' | 'learned' }
  /** The newest outputs of the whole history that stay. */
  | { readonly kind: 'masking'; readonly outputs: number }
  | { readonly kind: 'collapse'; readonly collapse: Pick<CollapsePolicy, 'outputsPerTurn' | 'turnsBack' | 'shows'>; readonly from: Begin }
  | { readonly kind: 'turns'; readonly from: Begin; readonly lastTurns: number; readonly outputsPerTurn: number }
  | { readonly kind: 'packs'; readonly strategy: ContextStrategy }

export type Policy = Named & Method

const count = z.number().int().min(0).max(1_000_000)
const name = z.string().min(1).max(100)
const about = z.string().max(400).default('')

const from = z.enum(['compaction', 'session']).default('compaction')

const schemas = {
  method: z.discriminatedUnion('method', [
    z.strictObject({ name, about, method: z.enum(['full', 'recency', 'summary', 'words', 'learned']) }),
    z.strictObject({ name, about, method: z.literal('masking'), outputs: count.default(10) }),
    z.strictObject({ name, about, method: z.literal('turns'), from, lastTurns: count.min(1).default(3), outputsPerTurn: count.default(5) }),
  ]),
  collapse: z.strictObject({
    ...collapseFields,
    name,
    about,
    from,
    shows: collapseFields.shows.default('in_place'),
    exempt: collapseFields.exempt.default([]),
  }),
  /** The strategy is read by its own schema. */
  packs: z.object({ name: name.optional(), about, contextStrategy: z.unknown() }).strict(),
} as const

const refuse = (file: string, error: z.ZodError): never => {
  const reasons = inputReasons(error, 'the policy')
  throw new StrataError('invalid-input', `${file} is not a policy: ${reasons.join('; ')}`, { file, reasons })
}

const parsed = <S extends z.ZodType>(schema: S, value: unknown, file: string): z.output<S> => {
  const read = schema.safeParse(value, reportInput)
  return read.success ? read.data : refuse(file, read.error)
}

const stem = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.json$/, '')

const readPacks = (value: unknown, file: string): Policy => {
  const { name: own, about: said, contextStrategy } = parsed(schemas.packs, value, file)
  return { name: own ?? stem(file), about: said, kind: 'packs', strategy: readStrategy({ contextStrategy }, file) }
}

const readMethod = (value: unknown, file: string): Policy => {
  const { method, ...fields } = parsed(schemas.method, value, file)
  return { ...fields, kind: method } as Policy
}

const readOne = (value: unknown, file: string): Policy => {
  if (!isObject(value)) throw new StrataError('invalid-input', `${file} is not a policy: it must be an object`, { file })
  const kinds = ['method', 'contextStrategy', 'outputsPerTurn'].filter((field) => field in value)
  if (kinds.includes('method')) return readMethod(value, file)
  if (kinds.includes('contextStrategy')) return readPacks(value, file)
  if ('sources' in value) return { name: stem(file), about: '', kind: 'packs', strategy: readStrategy(value, file) }
  if (kinds.length === 0 && !('turnsBack' in value)) {
    const reason = 'it needs method, contextStrategy, or outputsPerTurn and turnsBack'
    throw new StrataError('invalid-input', `${file} is not a policy: ${reason}`, { file, reasons: [reason] })
  }
  const {
    name: own,
    about: said,
    outputsPerTurn,
    turnsBack,
    shows,
    from: begin,
  } = parsed(schemas.collapse, { name: stem(file), ...value }, file)
  return { name: own, about: said, kind: 'collapse', collapse: { outputsPerTurn, turnsBack, shows }, from: begin }
}

/** Reads the policies of a file: one, or a list. @throws StrataError invalid-input, with the path of each wrong field */
export const readPolicies = (value: unknown, file: string): readonly Policy[] =>
  Array.isArray(value) ? value.map((one, at) => readOne(one, `${file}[${at}]`)) : [readOne(value, file)]

/** In the order in which they are listed. */
export const builtInPolicies: readonly Policy[] = [
  ...readPolicies(builtIn, 'built-in'),
  ...collapsePolicies.map(({ name: own, about: said, outputsPerTurn, turnsBack, shows }): Policy => ({
    name: own,
    about: said,
    kind: 'collapse',
    collapse: { outputsPerTurn, turnsBack, shows },
    from: 'compaction',
  })),
]

const baselineNames: readonly string[] = ['full', 'recency', 'masking', 'summary', 'words']

/** Always beside the others. */
export const baselines: readonly Policy[] = builtInPolicies.filter(({ name: own }) => baselineNames.includes(own))

export const defaultPolicies: readonly string[] = ['default', 'managed', 'packs', 'export', 'learned']

/** @throws StrataError not-found */
export const policyCalled = (text: string): Policy => {
  const found = builtInPolicies.find((policy) => policy.name === text)
  if (found !== undefined) return found
  const names = builtInPolicies.map((policy) => policy.name)
  throw new StrataError('not-found', `No policy has the name “${text}”: give a JSON file, or one of ${names.join(', ')}`, {
    text,
    candidates: names,
    list: 'strata backtest --help',
  })
}
