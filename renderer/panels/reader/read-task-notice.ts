/** A notice of the client about a task in the background, in its parts. */

export interface TaskNotice {
  /** Such as completed; the empty text: the client names none. */
  readonly status: string
  readonly summary: string
  /** What the task gave back, Markdown. */
  readonly result: string
  /** The text around these parts. */
  readonly rest: string
}

const shape = /^\s*<(task|agent|bash)-notification>([\s\S]*)<\/\1-notification>([\s\S]*)$/

/** A result may contain tags, and ends with the last one of its name; it is read first. */
const parts = [
  ['result', /<result>([\s\S]*)<\/result>/],
  ['status', /<status>([\s\S]*?)<\/status>/],
  ['summary', /<summary>([\s\S]*?)<\/summary>/],
] as const

/** undefined: the text is no notice, or has neither a summary nor a result. */
export const readTaskNotice = (text: string): TaskNotice | undefined => {
  const [, , inside, after = ''] = shape.exec(text) ?? []
  if (inside === undefined) return undefined
  const found = { status: '', summary: '', result: '' }
  let rest = inside
  for (const [name, part] of parts) {
    const [whole = '', content = ''] = part.exec(rest) ?? []
    found[name] = content.trim()
    rest = rest.replace(whole, () => '')
  }
  return found.summary === '' && found.result === '' ? undefined : { ...found, rest: `${rest}${after}`.replace(/\n{2,}/g, '\n').trim() }
}
