/** An edit as lines added and removed: from what the client recorded, else from the old and new strings. */
import { structuredPatch } from 'diff'
import type { ToolResultView } from '../../../app/contract/reader.ts'

export interface DiffLine {
  readonly kind: 'add' | 'delete' | 'context' | 'gap'
  /** Line numbers from 1; undefined where the line does not exist, or the place in the file is not known. */
  readonly oldLine: number | undefined
  readonly newLine: number | undefined
  readonly text: string
}

export interface EditDiff {
  readonly lines: readonly DiffLine[]
  readonly added: number
  readonly deleted: number
}

type Hunk = NonNullable<ToolResultView['patch']>[number]
type Fields = Readonly<Record<string, unknown>>

/** undefined: the call is no edit. A recorded patch knows the line numbers; strings alone do not. */
export const editDiff = (name: string, input: unknown, patch: ToolResultView['patch'] | undefined): EditDiff | undefined => {
  if (patch !== null && patch !== undefined && patch.length > 0) return counted(patchLines(patch))
  const pairs = editedStrings(name, typeof input === 'object' && input !== null ? (input as Fields) : {})
  if (pairs.length === 0) return undefined
  return counted(pairs.flatMap(([before, after], place) => [...(place === 0 ? [] : [gap]), ...stringLines(before, after)]))
}

const gap: DiffLine = { kind: 'gap', oldLine: undefined, newLine: undefined, text: '' }

const editedStrings = (name: string, input: Fields): readonly (readonly [string, string])[] => {
  if (name === 'Write') return pair('', input['content'])
  if (name === 'Edit') return pair(input['old_string'], input['new_string'])
  if (name !== 'MultiEdit' || !Array.isArray(input['edits'])) return []
  return input['edits'].flatMap((edit: unknown) =>
    typeof edit === 'object' && edit !== null ? pair((edit as Fields)['old_string'], (edit as Fields)['new_string']) : [],
  )
}

const pair = (before: unknown, after: unknown): readonly (readonly [string, string])[] =>
  typeof before === 'string' && typeof after === 'string' ? [[before, after]] : []

const patchLines = (patch: readonly Hunk[]): readonly DiffLine[] =>
  patch.flatMap((hunk, place) => [...(place === 0 ? [] : [gap]), ...hunkLines(hunk)])

const hunkLines = (hunk: Hunk): readonly DiffLine[] => {
  let oldLine = hunk.oldStart
  let newLine = hunk.newStart
  // A line that begins with a backslash says that the file ends without a line ending.
  return hunk.lines
    .filter((line) => !line.startsWith('\\'))
    .map((line): DiffLine => {
      const text = line.slice(1)
      if (line.startsWith('+')) return { kind: 'add', oldLine: undefined, newLine: newLine++, text }
      if (line.startsWith('-')) return { kind: 'delete', oldLine: oldLine++, newLine: undefined, text }
      return { kind: 'context', oldLine: oldLine++, newLine: newLine++, text }
    })
}

const contextLines = 3
const longestEdit = 2000

const stringLines = (before: string, after: string): readonly DiffLine[] => {
  if (before === '') return unnumbered('add', after)
  const hunks = structuredPatch('', '', before, after, '', '', { context: contextLines, maxEditLength: longestEdit })?.hunks
  if (hunks === undefined) return [...unnumbered('delete', before), ...unnumbered('add', after)]
  return patchLines(hunks).map((line) => ({ ...line, oldLine: undefined, newLine: undefined }))
}

const unnumbered = (kind: 'add' | 'delete', text: string): readonly DiffLine[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ kind, oldLine: undefined, newLine: undefined, text: line }))

const counted = (lines: readonly DiffLine[]): EditDiff => ({
  lines,
  added: lines.filter((line) => line.kind === 'add').length,
  deleted: lines.filter((line) => line.kind === 'delete').length,
})
