/** How many lines a change adds and removes. */
import { diffArrays } from 'diff'

export interface ChangedLines {
  readonly added: number
  readonly removed: number
}

/** Lines as people count them: a line feed ends one. */
const linesIn = (content: string): readonly string[] => {
  const lines = content.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

export const changedLines = (before: string, after: string): ChangedLines => {
  let [added, removed] = [0, 0]
  for (const part of diffArrays([...linesIn(before)], [...linesIn(after)])) {
    if (part.added) added += part.value.length
    if (part.removed) removed += part.value.length
  }
  return { added, removed }
}
