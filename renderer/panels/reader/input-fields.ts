/** The input of a tool call as fields to read. */

export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object; none for anything else. */
export const fieldsOf = (input: unknown): Fields => (isFields(input) ? input : {})

/** A field that is a text or a number; empty: it is neither. */
export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** UTF-16 code units; no window is wide enough for more. */
const maxLineLength = 400

/** A cut is marked. */
export const firstLine = (whole: string): string => {
  const text = whole.trim()
  const [line = ''] = text.split('\n', 1)
  const shown = line.slice(0, maxLineLength).trimEnd()
  return shown.length < text.length ? `${shown} …` : shown
}

/** Names of fields that say what a call is about, the most telling first. */
const telling = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'title',
  'name',
  'query',
  'pattern',
  'url',
  'uri',
  'subject',
  'id',
  'key',
  'message',
  'prompt',
  'description',
  'text',
  'body',
]

export interface TellingField {
  /** Empty: the input is one value. */
  readonly name: string
  readonly value: string
}

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return firstLine(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? value.join(', ') : `${value.length} entries`
  return isFields(value) ? Object.keys(value).join(', ') : ''
}

/** The field of an input that says most of the call; undefined: it says nothing. */
export const tellingField = (input: unknown): TellingField | undefined => {
  if (!isFields(input)) {
    const value = valueText(input)
    return value === '' ? undefined : { name: '', value }
  }
  const known = telling.flatMap((name) => (Object.hasOwn(input, name) ? [[name, input[name]] as const] : []))
  const plain = Object.entries(input).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  const fields = [...known, ...plain, ...Object.entries(input)].map(([name, value]) => ({ name, value: valueText(value) }))
  return fields.find(({ value }) => value !== '')
}

const maximumText = 400_000

/** A field each line; a text of several lines, or a list, below its name. */
const fieldText = ([name, value]: readonly [string, unknown]): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text.includes('\n') ? `${name}:\n${text.replace(/^/gm, '  ')}` : `${name}: ${text}`
}

/** The whole input as text. */
export const inputText = (input: unknown): string => {
  if (typeof input === 'string') return input
  const entries = Object.entries(fieldsOf(input)).filter(([, value]) => value !== undefined)
  const text = isFields(input) ? entries.map(fieldText).join('\n') : JSON.stringify(input, null, 2)
  return text.slice(0, maximumText)
}
