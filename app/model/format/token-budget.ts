/** Budgets of tokens as people write them. */

/** `200000`, `200,000`, `200k` and `1M`; undefined: it is no number of tokens. */
export const readBudget = (text: string): number | undefined => {
  const found = /^(\d{1,9}(?:\.\d+)?)\s*([kM]?)$/i.exec(text.replaceAll(/[,_\s]/g, ''))
  if (found === null) return undefined
  const [, digits = '', unit = ''] = found
  const tokens = Math.round(Number(digits) * ({ k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1))
  return tokens < 1 || tokens > 1_000_000_000 ? undefined : tokens
}
