/** The common parts of all sub-commands: how they are listed and run, and how they check their options. */
import { InvalidArgumentError, type Command } from 'commander'
import { readCaptureGranularity, readGranularity, type CaptureGranularity, type Granularity } from '../../model/granularity.ts'
import { StrataError } from '../../model/failure.ts'
import { maxRecallTokens } from '../../model/recall.ts'
import { readBudget } from '../../model/format/token-budget.ts'
import { zonedInstant } from '../../model/zoned-instant.ts'
import type { WhereNone } from '../../engine/kernel/store-handle.ts'
import type { GlobalOptions, Strata } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'

export interface RunCommand {
  /**
   * Runs a command on the store; `work` returns its exit code when that is not success.
   * @param whereNone what it does without a store; default: it fails
   * @param keepsSearchIndex whether the search index follows every change meanwhile
   */
  withEngine(work: (strata: Strata) => Promise<number | undefined>, whereNone?: WhereNone, keepsSearchIndex?: boolean): Promise<void>
  /** Runs a command that does not open the store; it gives its exit code. */
  alone(work: (terminal: Terminal, options: GlobalOptions) => Promise<number>): Promise<void>
  /** Runs `strata` with other arguments on another terminal, and gives its exit code: for a command that answers many requests. */
  readonly another: (args: readonly string[], terminal: Terminal) => Promise<number>
}

/** Adds to a command, which has its name and description already, what it takes and what it does. */
export type DefineCommand = (command: Command, run: RunCommand) => void

/** A row of the list of commands. */
export interface CommandEntry {
  readonly name: string
  readonly alias?: string
  readonly description: string
  readonly load: () => Promise<DefineCommand>
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly CommandEntry[]
}

/** An option that is a whole number from 1. */
export const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return Number(text)
}

/** An option that is a whole number from 0. */
export const countFromZero = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** An option that may be given several times. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** An option that is the number of tokens of what is recalled. */
export const recallBudget = (text: string): number => {
  const tokens = tokenBudget(text)
  if (tokens > maxRecallTokens) throw new InvalidArgumentError(`The maximum is ${maxRecallTokens} tokens.`)
  return tokens
}

/** An option that is a number of tokens. */
export const tokenBudget = (text: string): number => {
  const tokens = readBudget(text)
  if (tokens === undefined) throw new InvalidArgumentError('Give a number of tokens, for example 200000 or 200k.')
  return tokens
}

const units: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 }

/** `5GB`, `800 MB`, `1000`: bytes, in decimal units as they are shown. */
export const byteCount = (text: string): number => {
  const { number = '', unit = '' } = /^(?<number>\d+(?:\.\d+)?)\s*(?<unit>[KMGT]?)i?B?$/i.exec(text.trim())?.groups ?? {}
  const bytes = Math.floor(Number(number) * (units[unit.toUpperCase()] ?? NaN))
  if (number === '' || !Number.isSafeInteger(bytes) || bytes < 1) throw new InvalidArgumentError('It is no size, for example 5GB.')
  return bytes
}

/** An option that is a number of days, 0 for none. */
export const dayCount = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Expected a number of days, 0 for none.')
  return Number(text)
}

/** An option that says how fine sessions are cut. */
export const granularityOf = (text: string): Granularity => {
  const granularity = readGranularity(text)
  if (granularity === undefined) throw new InvalidArgumentError('Expected response, turn, or a number of turns from 1 to 1000.')
  return granularity
}

/** The same of a captured agent, which can be cut at the results of its tools, too. */
export const captureGranularityOf = (text: string): CaptureGranularity => {
  const granularity = readCaptureGranularity(text)
  if (granularity === undefined) throw new InvalidArgumentError('Expected response, tool, turn, or a number of turns from 1 to 1000.')
  return granularity
}

/** An option that is a number above 0. */
export const positiveNumber = (text: string): number => {
  if (!/^(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('Expected a number greater than 0.')
  return Number(text)
}

/** The time zone of this machine. */
export const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Days or times, as --since and --until give them. */
interface GivenPeriod {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/**
 * The period of --since and --until, milliseconds since 1970; the end is excluded.
 * @throws StrataError invalid-input
 */
export const periodOf = ({ since, until }: GivenPeriod, zone?: string): { readonly since?: number; readonly until?: number } => {
  const first = since === undefined ? {} : { since: zonedInstant(since, zone ?? machineZone(), 'beginning') }
  const last = until === undefined ? {} : { until: zonedInstant(until, zone ?? machineZone(), 'end') }
  if (since !== undefined && until !== undefined && (first.since ?? 0) >= (last.until ?? 0))
    throw new StrataError('invalid-input', `The period is empty: --since ${since} is after --until ${until}`, { since, until })
  return { ...first, ...last }
}
