/** The kinds of tokens that are counted, and their colours in charts. */

export const tokenKinds = [
  { field: 'cacheReadTokens', name: 'Cache read', fill: 'var(--state-idle)' },
  { field: 'cacheWriteTokens', name: 'Cache write', fill: 'var(--state-tool)' },
  { field: 'inputTokens', name: 'Input', fill: 'var(--state-human)' },
  { field: 'outputTokens', name: 'Output', fill: 'var(--state-agent)' },
] as const
