/** The title in `<session>/custom-title.json`, which the client writes when a person renames a session. */
import { basename, dirname } from 'node:path'
import { readAt } from '../../importer/read-lines.ts'
import type { ReadSource } from './read-sources.ts'

const titleFile = 'custom-title.json'
const maxFileLength = 1 << 20

const titleIn = (text: string): string | undefined => {
  try {
    const title = (JSON.parse(text) as { readonly customTitle?: unknown } | null)?.customTitle
    return typeof title === 'string' && title.trim() !== '' ? title.trim().split('\n', 1)[0]?.trim() : undefined
  } catch {
    return undefined
  }
}

/** @param notes files beside the transcripts; returns undefined when none contains a title */
export const titleInNote = (sessionId: string, notes: readonly ReadSource[]): string | undefined => {
  const note = notes.find(({ source }) => basename(source.path) === titleFile && basename(dirname(source.path)) === sessionId)
  if (note === undefined || note.open.size > maxFileLength) return undefined
  return titleIn(readAt(note.open, 0, note.open.size).toString('utf8'))
}
