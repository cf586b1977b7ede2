/** Which outputs of tools a policy keeps: data in a table, so that policies can be compared without changing the program. */
import { z } from 'zod'
import { StrataError } from '../model/failure.ts'
import policies from './collapse-policies.json' with { type: 'json' }

export const collapseFields = {
  /** The newest of each turn that stay; null: all. */
  outputsPerTurn: z.number().int().min(0).nullable(),
  /** Turns whose outputs stay, the current one included; null: all. */
  turnsBack: z.number().int().min(0).nullable(),
  /** Where an export shows what is active: in its place, or together at the end, with a list of what is not active at the beginning. */
  shows: z.enum(['in_place', 'at_end']),
  /** Objects that are not collapsed. */
  exempt: z.array(z.enum(['pinned'])).readonly(),
} as const

const policySchema = z.object({ name: z.string(), about: z.string(), ...collapseFields }).readonly()

export type CollapsePolicy = z.infer<typeof policySchema>

export const collapsePolicies = z.array(policySchema).readonly().parse(policies)

/** Changed fields of a policy; undefined: as in the table. */
export interface PolicyChange {
  readonly outputsPerTurn?: number | undefined
  readonly turnsBack?: number | undefined
}

/** @throws StrataError not-found */
export const policyNamed = (name: string, { outputsPerTurn, turnsBack }: PolicyChange = {}): CollapsePolicy => {
  const found = collapsePolicies.find((policy) => policy.name === name)
  if (found === undefined) {
    const names = collapsePolicies.map((policy) => policy.name)
    throw new StrataError('not-found', `No policy has the name “${name}”: choose ${names.join(', ')}`, {
      text: name,
      candidates: names,
      list: 'strata session state --help',
    })
  }
  return { ...found, outputsPerTurn: outputsPerTurn ?? found.outputsPerTurn, turnsBack: turnsBack ?? found.turnsBack }
}

/** Undefined: none was asked for. @throws StrataError not-found */
export const givenPolicy = ({ policy, ...change }: PolicyChange & { readonly policy?: string | undefined }): CollapsePolicy | undefined =>
  policy === undefined ? undefined : policyNamed(policy, change)

/** An output, as far as a policy looks at it. */
export interface Output {
  readonly id: string
  /** Number of its turn. */
  readonly turn: number
}

/** @param outputs oldest first @param lastTurn the current one */
export const keptOutputs = (
  { outputsPerTurn, turnsBack }: CollapsePolicy,
  outputs: readonly Output[],
  lastTurn: number,
): ReadonlySet<string> => {
  const kept = new Set<string>()
  const ofTurn = new Map<number, number>()
  for (const { id, turn } of [...outputs].reverse()) {
    const newer = ofTurn.get(turn) ?? 0
    ofTurn.set(turn, newer + 1)
    if (newer < (outputsPerTurn ?? Infinity) && isWithin(turn, lastTurn, turnsBack)) kept.add(id)
  }
  return kept
}

/** Whether a turn is one of the newest. */
export const isWithin = (turn: number, lastTurn: number, turnsBack: number | null): boolean => lastTurn - turn < (turnsBack ?? Infinity)
