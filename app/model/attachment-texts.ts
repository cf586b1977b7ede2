/** The text of an attachment as the client wrote down that it sent it, in parts by the files that they are from. */
import { isObject, objectsIn, textIn, type JsonObject } from './json-object.ts'
import { textLength } from './record.ts'
import { sizeOf, wideIn } from './text-size.ts'

export interface AttachmentPart {
  readonly text: string
  /** The file of rules or memories that it is from; null: it is from none. */
  readonly path: string | null
}

/** These are never sent as they are: the system prompt is a separate part of the request, and the others say what is allowed. */
export const notSent: ReadonlySet<string> = new Set(['prompt_snapshot', 'command_permissions', 'deferred_tools_record'])

/** The client says so before the text of each file of rules that it puts into a reminder. */
const fileStart = /^Contents of (\S[^\n]*?)(?: \([^()\n]*\))?:\s*$/gm

export const writtenDown = (record: JsonObject): readonly string[] =>
  objectsIn(record['rendered']).flatMap(({ content }) =>
    typeof content === 'string' ? [content] : objectsIn(content).flatMap((block) => textIn(block, 'text') ?? []),
  )

/** Nothing, or the beginning of the element that the client puts around reminders. */
const isOpening = (text: string): boolean => /^\s*(?:<system-reminder>\s*)?$/.test(text)

/** A text, cut where another file begins. */
export const byFile = (text: string): readonly AttachmentPart[] => {
  const starts = [...text.matchAll(fileStart)]
  const first = starts[0]?.index
  if (first === undefined) return [{ text, path: null }]
  const parts = starts.map((start, at) => ({ text: text.slice(start.index, starts[at + 1]?.index), path: start[1] ?? null }))
  return isOpening(text.slice(0, first))
    ? [{ text: text.slice(0, starts[1]?.index), path: starts[0]?.[1] ?? null }, ...parts.slice(1)]
    : [{ text: text.slice(0, first), path: null }, ...parts]
}

/** How much an attachment put into a context: UTF-16 code units, and the wide letters among them; see text-size.ts. */
export interface SizedPart {
  readonly path: string | null
  readonly chars: number
  readonly wide: number
}

export const sizedPart = ({ text, path }: AttachmentPart): SizedPart => ({ path, chars: text.length, wide: wideIn(text) })

const sized = (path: string | null, value: unknown): SizedPart => ({
  path,
  chars: textLength(value),
  wide: Array.isArray(value) ? value.reduce<number>((so, part) => so + sizeOf(part).counted, 0) : sizeOf(value).counted,
})

/** The parts of an attachment of a client that does not write down what it sends, by the texts and files in it. */
export const attachedSizes = (attachment: JsonObject): readonly SizedPart[] => {
  const { content, snippet, addedLines } = attachment
  const files = [...objectsIn(attachment['files']), ...objectsIn(attachment['memories'])]
  const listed = files.flatMap((file) => {
    const path = textIn(file, 'path')
    return path === undefined || path === '' ? [] : [sized(path, file['content'])]
  })
  const lines: readonly unknown[] = Array.isArray(addedLines) ? addedLines : []
  const own = [isObject(content) ? content['content'] : content, snippet, ...lines].map((one) => sized(null, one))
  return [...listed, ...own].filter(({ chars }) => chars > 0)
}
