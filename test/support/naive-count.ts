/** Counts the records of type user straight from the files, knowing nothing of the program: what both ledgers must add up to. */
import { readFileSync } from 'node:fs'

const isUser = (line: string): boolean => {
  try {
    const value = JSON.parse(line.replace(/^\uFEFF/, '')) as { readonly type?: unknown } | null
    return typeof value === 'object' && value !== null && !Array.isArray(value) && value.type === 'user'
  } catch {
    return false
  }
}

export const naiveCount = (file: string): number => readFileSync(file, 'utf8').split('\n').filter(isUser).length
