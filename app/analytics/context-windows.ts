/** How many tokens the context window of a model holds. The figures and where they are published are in context-windows.json. */
import { modelKey } from '../model/prices-of-model.ts'
import table from './context-windows.json' with { type: 'json' }

/** The window of a model that the table does not list, tokens: the smallest that models of today have. */
export const unknownWindow = 128_000
const long = 1_000_000

const windows: ReadonlyMap<string, number> = new Map(
  table.windows.flatMap(({ models, tokens }) => models.map((model) => [model, tokens] as const)),
)

/** `[1m]` is how Claude Code names a model with the long window. */
const published = (model: string): number | null =>
  /claude.*\[1m\]$/.test(model) ? long : (windows.get(modelKey(model).replace(/-\d{4}-?\d{2}-?\d{2}$/, '')) ?? null)

/**
 * The window of a model, tokens.
 * @param largest the largest context that a reply reported, tokens: a session with the long window may name the model without it
 * @returns null where the table does not list the model
 */
export const contextWindow = (model: string, largest = 0): number | null => {
  const tokens = published(model)
  return tokens !== null && largest > tokens ? Math.max(long, tokens) : tokens
}
