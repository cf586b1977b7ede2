/** What an edit of the client makes of a file's content. */

/** One replacement of Edit or MultiEdit. */
export interface TextEdit {
  readonly from: string
  readonly to: string
  readonly isEverywhere: boolean
}

/** The client removes the end of a line with its text when nothing takes its place. */
const takenOut = (content: string, { from, to }: TextEdit): string =>
  to === '' && !from.endsWith('\n') && content.includes(`${from}\n`) ? `${from}\n` : from

/** @returns undefined: the text to replace is not there, so the content was another one */
export const applyEdit = (content: string, edit: TextEdit): string | undefined => {
  if (edit.from === '') return content === '' ? edit.to : undefined
  const from = takenOut(content, edit)
  if (edit.isEverywhere) return content.includes(from) ? content.split(from).join(edit.to) : undefined
  const at = content.indexOf(from)
  return at === -1 ? undefined : content.slice(0, at) + edit.to + content.slice(at + from.length)
}

/** One after the other. @returns undefined: one of them does not fit */
export const applyEdits = (content: string, edits: readonly TextEdit[]): string | undefined => {
  let after: string | undefined = content
  for (const edit of edits) after = after === undefined ? undefined : applyEdit(after, edit)
  return after
}
