/** Counts the records of type user straight from the files, knowing nothing of the program: what both ledgers must add up to. */
import { readFileSync } from 'node:fs'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isUser = (value: unknown): boolean => typeof value === 'object' && value !== null && 'type' in value && value.type === 'user'

const places = (text: string, sign: string): readonly number[] =>
  [...text.matchAll(new RegExp(`\\${sign}`, 'gu'))].map(({ index }) => index)

/** The objects in a line that is no JSON as a whole, by trying every pair of braces. */
const objectsIn = (line: string): readonly unknown[] => {
  const ends = places(line, '}')
  const found: unknown[] = []
  let after = 0
  for (const start of places(line, '{')) {
    if (start < after) continue
    const end = ends.find((end) => end > start && parsed(line.slice(start, end + 1)) !== undefined)
    if (end === undefined) continue
    found.push(parsed(line.slice(start, end + 1)))
    after = end + 1
  }
  return found
}

/** Whether an object has what a record has beside its type, so that it is no part of one. */
const isWhole = (value: unknown): boolean => typeof value === 'object' && value !== null && 'message' in value && 'uuid' in value

const usersIn = (line: string): number => {
  const value = parsed(line.replace(/^\uFEFF/, ''))
  if (value !== undefined) return isUser(value) ? 1 : 0
  return objectsIn(line).filter((found) => isUser(found) && isWhole(found)).length
}

export const naiveCount = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .reduce((sum, line) => sum + usersIn(line), 0)
