/** The elements that the client puts around text it writes: each with its rule and the client versions that wrote it. */

/** An element and the rule that decides a text that begins with it. */
export interface Wrapper {
  readonly name: string
  /** Id of the rule for records of type user; rules for the prompt queue have the same ending. */
  readonly rule: string
  /** Client versions, as far as known: first and last one seen, or where the name is known from. */
  readonly versions: string
}

export const wrappers: readonly Wrapper[] = [
  { name: 'task-notification', rule: 'user/task-notification-text', versions: '2.1 to 2.1.330' },
  { name: 'agent-notification', rule: 'user/task-notification-text', versions: '2.0.76, in the prompt queue only' },
  { name: 'bash-notification', rule: 'user/task-notification-text', versions: '2.0' },
  { name: 'teammate-message', rule: 'user/teammate-text', versions: '2.1.34' },
  { name: 'cross-session-message', rule: 'user/peer-text', versions: '2.1.234' },
  { name: 'scheduled-task', rule: 'user/schedule-text', versions: 'known from its description' },
  { name: 'command-name', rule: 'user/command-text', versions: '1.0.128 to 2.1.330' },
  { name: 'command-message', rule: 'user/command-text', versions: '1.0.128 to 2.1.330' },
  { name: 'local-command-caveat', rule: 'user/local-command-text', versions: '2.1.1 to 2.1.330' },
  { name: 'local-command-stdout', rule: 'user/local-command-text', versions: '1.0.128 to 2.1.330' },
  { name: 'local-command-stderr', rule: 'user/local-command-text', versions: 'known from its description' },
  { name: 'local-command-result', rule: 'user/local-command-text', versions: 'known from reports' },
  { name: 'bash-input', rule: 'user/shell-line-text', versions: '2.1.12 to 2.1.29' },
  { name: 'bash-stdout', rule: 'user/shell-output-text', versions: '2.1.12 to 2.1.29' },
  { name: 'bash-stderr', rule: 'user/shell-output-text', versions: '2.1.12 to 2.1.29' },
  { name: 'user-prompt-submit-hook', rule: 'user/hook-text', versions: 'known from its description' },
  { name: 'system-reminder', rule: 'user/envelope-only', versions: '2.0.76 to 2.1.330' },
  { name: 'ide_opened_file', rule: 'user/envelope-only', versions: '2.0.74 to 2.1.17' },
  { name: 'ide_selection', rule: 'user/envelope-only', versions: '2.1.17' },
]

/** The elements of a rule. */
export const wrappersOf = (rule: string): readonly Wrapper[] => wrappers.filter((wrapper) => wrapper.rule === rule)

/** Matches a text that begins with one of the elements. */
export const startOf = (names: readonly string[]): RegExp => new RegExp(`^<(?:${names.join('|')})(?:\\s[^>]*|/)?>`)

const envelopes = wrappersOf('user/envelope-only').map(({ name }) => name)
const envelope = new RegExp(`^\\s*<(${envelopes.join('|')})(?:\\s[^>]*)?>[\\s\\S]*?</\\1>`)

/** The text without the envelopes in front of it. */
export const withoutEnvelopes = (text: string): string => {
  let rest = text
  for (let match = envelope.exec(rest); match !== null; match = envelope.exec(rest)) rest = rest.slice(match[0].length)
  return rest.trim()
}

const known = new Set(wrappers.map(({ name }) => name))
const opening = /^<([a-z][\w.]*-[\w.-]*)(?:\s[^>]*|\/)?>/i

const tagsOf = (name: string): RegExp => new RegExp(`<(/?)${name.replaceAll('.', '\\.')}(?:\\s[^>]*|\/)?>`, 'g')

/** Where the element that begins a text ends; undefined: it does not. */
const endOfElement = (text: string, name: string, from: number): number | undefined => {
  const tags = tagsOf(name)
  tags.lastIndex = from
  let depth = 1
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    if (tag[0].endsWith('/>')) continue
    depth += tag[1] === '/' ? -1 : 1
    if (depth === 0) return tags.lastIndex
  }
  return undefined
}

/**
 * The end of an element. Its content may contain only one tag of a pair, for example output that mentions the element: then the last end
 * tag counts.
 */
const endOfKnown = (text: string, name: string, from: number): number | undefined => {
  const end = endOfElement(text, name, from)
  const last = text.lastIndexOf(`</${name}>`)
  if (last < from || end === last + name.length + 3) return end
  const isOneMore = end !== undefined && [...text.slice(end).matchAll(tagsOf(name))].every(([, slash]) => slash === '/')
  return end === undefined || isOneMore ? last + name.length + 3 : end
}

/** Elements that the client writes only together with those of the table. */
const companions = ['command-args', 'command-contents']
const anyElement = startOf([...wrappers.map(({ name }) => name), ...companions])
const nameOf = /^<([\w-]+)/

interface Elements {
  readonly names: readonly string[]
  /** The text after the elements. */
  readonly rest: string
}

/** The complete elements of the client that begin a text. */
const leadingElements = (text: string): Elements => {
  const names: string[] = []
  let rest = text.trimStart()
  for (let start = anyElement.exec(rest); start !== null; start = anyElement.exec(rest)) {
    const name = nameOf.exec(start[0])?.[1] ?? ''
    const end = start[0].endsWith('/>') ? start[0].length : endOfKnown(rest, name, start[0].length)
    if (end === undefined) break
    names.push(name)
    rest = rest.slice(end).trimStart()
  }
  return { names, rest }
}

/** Lines that the client writes below a notification. */
const belowNotification = /^(?:(?:Read the output file to retrieve the (?:result|output)|Full transcript available at): [^\n]*\s*)+$/
/** A notification that is cut off: its opening tag, and the first element inside. */
const openNotification =
  /^<(?:task|agent|bash)-notification>\s*<(?:task-id|agent-id|shell-id|tool-use-id)>[^<]*<\/(?:task-id|agent-id|shell-id|tool-use-id)>/
const isOfCommand = (name: string): boolean => name === 'command-name' || name === 'command-message'

/** Whether the client writes this behind elements of the names. */
const mayFollow = (names: readonly string[], rest: string): boolean => {
  if (rest === '') return true
  if (names.every((name) => name.endsWith('-notification'))) return belowNotification.test(rest)
  // Text behind a whole command is part of what was typed.
  return names.every((name) => name.startsWith('command-')) && new Set(names.filter(isOfCommand)).size === 2
}

/**
 * Whether the client wrote a text with these elements: the text consists of complete elements, and the first is one of these. A person's
 * text may begin with such an element or its tag, and continue.
 */
export const isOfElements = (text: string, own: ReadonlySet<string>): boolean => {
  const { names, rest } = leadingElements(text)
  const [first] = names
  if (first === undefined) return own.has(nameOf.exec(text)?.[1] ?? '') && openNotification.test(text)
  return own.has(first) && mayFollow(names, rest)
}

/** The name of the element that is the whole text, when the name has a hyphen and is not in the table. */
export const unknownWrapper = (text: string): string | undefined => {
  const start = opening.exec(text)
  const name = start?.[1]
  if (start === null || name === undefined || known.has(name)) return undefined
  const end = start[0].endsWith('/>') ? start[0].length : endOfElement(text, name, start[0].length)
  return end !== undefined && text.slice(end).trim() === '' ? name : undefined
}
