/** Applies edits of the client to the content of a file. */
import { maxComputedLength } from '../model/objects/unknown-file.ts'

/** One replacement of Edit or MultiEdit. */
export interface TextEdit {
  readonly from: string
  readonly to: string
  readonly isEverywhere: boolean
}

/** The client removes the end of a line with its text when nothing takes its place. */
const takenOut = (content: string, { from, to }: TextEdit): string =>
  to === '' && !from.endsWith('\n') && content.includes(`${from}\n`) ? `${from}\n` : from

export const timesIn = (content: string, text: string): number => {
  let times = 0
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) times += 1
  return times
}

/** Whether an edit makes more text than it brings, beyond the bound: its size is known before anything is built. */
const isTooLong = (content: string, from: string, { to, isEverywhere }: TextEdit): boolean => {
  if (to.length <= from.length || from === '') return false
  const longest = Math.max(maxComputedLength, content.length + to.length)
  const most = isEverywhere ? Math.ceil(content.length / from.length) : 1
  if (content.length + most * (to.length - from.length) <= longest) return false
  const times = isEverywhere ? timesIn(content, from) : 1
  return content.length + times * (to.length - from.length) > longest
}

/** @returns undefined: the text to replace is not there, so the content was another one, or the new content is too large */
export const applyEdit = (content: string, edit: TextEdit): string | undefined => {
  if (edit.from === '') return content === '' ? edit.to : undefined
  const from = takenOut(content, edit)
  if (isTooLong(content, from, edit)) return undefined
  if (edit.isEverywhere) return content.includes(from) ? content.split(from).join(edit.to) : undefined
  const at = content.indexOf(from)
  return at === -1 ? undefined : content.slice(0, at) + edit.to + content.slice(at + from.length)
}

/**
 * Maximum text that edits may copy, in UTF-16 code units; later edits are not computed. Without a limit, 100,000 edits of a long content
 * take hours.
 */
const maxCopied = 4 * 1024 * 1024 * 1024

export const inStraightQuotes = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')

/** Finds the text of an edit with quotes of another form, as the client does. @returns undefined: the text is not found either */
const inQuotesOf = (content: string, edit: TextEdit): TextEdit | undefined => {
  const from = inStraightQuotes(edit.from)
  const at = !/['"]/.test(from) ? -1 : inStraightQuotes(content).indexOf(from)
  return at === -1 ? undefined : { ...edit, from: content.slice(at, at + from.length) }
}

/** Whether the client may have written less than the call gave: it takes blanks from the ends of lines, of most files. */
export const mayBeTrimmed = ({ to }: TextEdit): boolean => /[ \t](?:\n|$)/.test(to)

/** Whether a text occurs at one place at most, as the client counts: places that overlap are one. */
export const isOnce = (content: string, text: string): boolean => {
  const at = content.indexOf(text)
  return text === '' || at === -1 || !content.includes(text, at + text.length)
}

/**
 * Applies edits one after the other.
 * @returns undefined: one of them does not fit; too large: the new content is, or the content is for the number of edits; not sure: the
 * client may have written quotes of another form, or a text to replace is at several places
 */
export const applyEdits = (
  content: string,
  edits: readonly TextEdit[],
): { readonly content: string; readonly isSure: boolean } | 'too large' | undefined => {
  let [after, isSure, copied] = [content, true, 0]
  for (const edit of edits) {
    copied += after.length
    if (copied > maxCopied) return 'too large'
    // The client refuses to choose among several places: where there are several, the content is not what it found.
    isSure &&= edit.isEverywhere || isOnce(after, edit.from)
    const exact = applyEdit(after, edit)
    const meant = exact === undefined ? inQuotesOf(after, edit) : undefined
    const next = meant === undefined ? exact : applyEdit(after, meant)
    if (next === undefined) return isTooLong(after, takenOut(after, meant ?? edit), meant ?? edit) ? 'too large' : undefined
    isSure &&= meant === undefined || !/['"‘’“”]/.test(edit.to)
    after = next
  }
  return { content: after, isSure }
}
