/** The structured patch that Claude Code stores with an edit: one hunk around everything that changed. */

export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

const context = 3

function sharedPrefix(before: readonly string[], after: readonly string[]): number {
  let length = 0
  while (length < before.length && length < after.length && before[length] === after[length]) length++
  return length
}

/** One hunk with three lines of context, or none where the texts are equal. */
export function linePatch(before: string, after: string): readonly Hunk[] {
  if (before === after) return []
  const old = before.replace(/\n$/, '').split('\n')
  const now = after.replace(/\n$/, '').split('\n')
  const head = sharedPrefix(old, now)
  const tail = sharedPrefix(old.slice(head).reverse(), now.slice(head).reverse())
  const start = Math.max(0, head - context)
  const below = old.slice(old.length - tail, old.length - tail + context)
  const removed = old.slice(head, old.length - tail)
  const added = now.slice(head, now.length - tail)
  const above = old.slice(start, head)
  const kept = above.length + below.length
  return [
    {
      oldStart: start + 1,
      oldLines: kept + removed.length,
      newStart: start + 1,
      newLines: kept + added.length,
      lines: [
        ...above.map((line) => ` ${line}`),
        ...removed.map((line) => `-${line}`),
        ...added.map((line) => `+${line}`),
        ...below.map((line) => ` ${line}`),
      ],
    },
  ]
}
