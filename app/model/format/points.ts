/** A difference of shares in points, with its sign; what rounds to nothing has none. */
export const pointsText = (share: number): string => {
  const text = (100 * share).toFixed(1)
  if (Number(text) === 0) return '0.0'
  return share > 0 ? `+${text}` : text
}
