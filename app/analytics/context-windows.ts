/** How many tokens the context window of a model holds: facts of the model's maker, as published in September 2026. */

const standard = 200_000
const long = 1_000_000

/** The first that matches counts. `[1m]` is how Claude Code names a model with the long window. */
const windows: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /claude.*\[1m\]/, tokens: long },
  { model: /claude-(?:opus|sonnet)-4[.-]6/, tokens: long },
  { model: /claude-(?:opus|sonnet|haiku)-4(?:[.-][0-5](?!\d)|-\d{8}|@|$)/, tokens: standard },
  { model: /claude-3/, tokens: standard },
]

/**
 * The window of a model, tokens.
 * @param largest the largest context that a reply reported, tokens: a session with the long window may name the model without it
 * @returns null where the model is not in the list
 */
export const contextWindow = (model: string, largest = 0): number | null => {
  const tokens = windows.find((each) => each.model.test(model))?.tokens ?? null
  return tokens !== null && largest > tokens ? Math.max(long, tokens) : tokens
}
