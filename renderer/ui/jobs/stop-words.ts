/** How far back a conversation goes, in words. */
export const stopWords = (stop: string): string => {
  if (stop === 'compaction') return 'from the nearest compaction'
  return stop === 'root' ? 'from the root' : `from ${stop}`
}
