/** An edit as lines added and removed: from what the client recorded, else from the old and new strings. */
import type { ToolResultView } from '../../../../app/contract/reader.ts'
import { hunksOf } from '../../../../app/diff/hunks.ts'
import { fieldsOf, type Fields } from '../input-fields.ts'

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

type Hunk = Pick<NonNullable<ToolResultView['patch']>[number], 'oldStart' | 'newStart' | 'lines'>

type Recorded = Pick<ToolResultView, 'patch' | 'cellBefore'>

/** undefined: the call is no edit. A recorded patch knows the line numbers; strings alone do not. */
export const editDiff = (name: string, input: unknown, result: Recorded | null): EditDiff | undefined => {
  const patch = result?.patch ?? []
  if (patch.length > 0) return counted(patchLines(patch))
  const fields = fieldsOf(input)
  if (name === 'Write') return typeof fields['content'] === 'string' ? counted(wholeText(fields['content'])) : undefined
  const pairs = name === 'NotebookEdit' ? editedCell(fields, result) : editedStrings(name, fields)
  if (pairs.length === 0) return undefined
  return counted(pairs.flatMap(([before, after], place) => [...(place === 0 ? [] : [gap]), ...stringLines(before, after)]))
}

/** @param patch hunks of a unified diff, without a head */
export const patchDiff = (patch: string): EditDiff => {
  const hunks: { readonly oldStart: number; readonly newStart: number; readonly lines: string[] }[] = []
  for (const line of patch.split('\n')) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? []
    if (oldStart !== undefined && newStart !== undefined) hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines: [] })
    else hunks.at(-1)?.lines.push(line)
  }
  return counted(patchLines(hunks))
}

const gap: DiffLine = { kind: 'gap', oldLine: undefined, newLine: undefined, text: '' }

const editedStrings = (name: string, input: Fields): readonly (readonly [string, string])[] => {
  if (name === 'Edit') return pair(input['old_string'], input['new_string'])
  if (name !== 'MultiEdit' || !Array.isArray(input['edits'])) return []
  return input['edits'].map(fieldsOf).flatMap((edit) => pair(edit['old_string'], edit['new_string']))
}

/** A cell is replaced whole; what it contained before is known only where the result records it. */
const editedCell = (input: Fields, result: Recorded | null): readonly (readonly [string, string])[] => {
  const before = result?.cellBefore ?? null
  const mode = input['edit_mode'] ?? 'replace'
  if (mode === 'insert') return pair('', input['new_source'])
  if (before === null) return []
  return pair(before, mode === 'delete' ? '' : input['new_source'])
}

/** A file that is written whole: every line is new, and its number is known. */
const wholeText = (text: string): readonly DiffLine[] => unnumbered('add', text).map((line, place) => ({ ...line, newLine: place + 1 }))

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

const stringLines = (before: string, after: string): readonly DiffLine[] => {
  if (before === '') return unnumbered('add', after)
  if (after === '') return unnumbered('delete', before)
  // The strings are parts of a file: their last lines need no line feed, because the file continues.
  const hunks = hunksOf(before.split('\n'), after.split('\n'))
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
