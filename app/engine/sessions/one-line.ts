/** A text on one line, at most `limit` UTF-16 code units, no surrogate pair split; what is left out is marked by `…`. */
export const oneLine = (text: string, limit: number): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= limit) return line
  const last = line.charCodeAt(limit - 2)
  return `${line.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1)}…`
}
