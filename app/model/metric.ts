/** The vocabulary of metrics: how to read a column, which filters exist, where a number leads. */

/** How a number is to be read; text is everything that is none. Shares are of 1; instants and durations milliseconds; Monday is 1. */
export type MetricUnit =
  'text' | 'count' | 'chars' | 'tokens' | 'bytes' | 'ms' | 'minutes' | 'instant' | 'usd' | 'ratio' | 'share' | 'number' | 'weekday'

/** Columns of words begin at the left, numbers end at the right. */
export const readsAsWords = (unit: MetricUnit): boolean => unit === 'text' || unit === 'weekday'

/** Column that says whether a number is only known to be at least what is shown. */
export const atLeastColumn = (name: string): string => `${name}_at_least`
export const isAtLeastColumn = (name: string): boolean => name.endsWith('_at_least')

/** Columns with keys of records in their files: people are shown the numbers of the lines. */
export const recordKeyColumns = ['line', 'other_line', 'since_line'] as const

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** @param day 1 for Monday to 7 for Sunday */
export const weekdayName = (day: number): string => weekdays[day - 1] ?? String(day)

/** Possible groupings of rows. */
export const groupings = ['total', 'session', 'project', 'template', 'version', 'agent-type', 'model', 'day', 'month'] as const
export type Grouping = (typeof groupings)[number]

/** Which chains count. */
export const chosenChains = ['both', 'main', 'sidechains'] as const
export type ChosenChains = (typeof chosenChains)[number]

/** Filters that every metric accepts. */
export type FilterName = 'project' | 'session' | 'template' | 'model' | 'agentType' | 'since' | 'until' | 'chains'

/** Parameters that a metric may accept in addition to the filters. */
export const parameterNames = [
  'class',
  'reference',
  'type',
  'copy',
  'tool',
  'server',
  'outcome',
  'compacted',
  'trigger',
  'commit',
  'running',
  'began',
  'measure',
  'least',
  'most',
  'below',
  'kind',
  'part',
  'failed',
  'weekday',
  'hour',
  'proof',
  'version',
  'cause',
  'item',
  'kept',
  'needed',
] as const
export type ParameterName = (typeof parameterNames)[number]

/** Parameters whose value is yes or no. */
export const yesNoParameters = ['compacted', 'running', 'began', 'failed', 'copy', 'needed'] as const satisfies readonly ParameterName[]

/** Values of parameters that have the same meaning in every metric. */
export const compactionTriggers = ['auto', 'manual', 'other'] as const
export const itemKinds = ['path', 'command', 'number', 'error', 'decision', 'instruction'] as const
export const eventKinds = [
  'typed prompt',
  'prompt',
  'response',
  'thinking',
  'tool_call',
  'tool_result',
  'system',
  'metric',
  'error',
  'output',
] as const
/** Parts of a context. */
export const contextParts = ['prompt', 'response', 'thinking', 'tool_call', 'tool_result', 'injected', 'summary'] as const

/** A value that is taken from a column of the row, or a fixed one. */
export type OpensValue = { readonly column: string } | { readonly value: string | boolean }

export type OpensFilters = Readonly<Partial<Record<FilterName | ParameterName | 'group', OpensValue>>>

/**
 * The target of a cell. The filters of the answer stay; those named here are added, where `group` is the value by which the row is grouped.
 */
export type Opens =
  | { readonly to: 'session'; readonly id: string }
  | { readonly to: 'commit'; readonly id: string }
  | { readonly to: 'record'; readonly sourceId: string; readonly line: string }
  | {
      readonly to: 'question'
      readonly name: string
      readonly filters: OpensFilters
      /** Filters that the opened metric cannot apply: with them the cell leads nowhere. */
      readonly cannot?: readonly FilterName[]
    }
