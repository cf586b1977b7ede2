/**
 * Puts hooks into the text of a `settings.json` of the client, and takes them out again: every other byte stays as it is. What is put into an
 * object or list of the file begins a line; what is put into one that was made for it follows the bracket. By that the
 * removal knows what has to go.
 */
import { StrataError } from '../model/failure.ts'
import { groupBy } from '../model/group-by.ts'
import { isObject, objectIn, objectsIn, textIn } from '../model/json-object.ts'
import { jsonSpans, type JsonSpan, type Member, type Span } from './json-spans.ts'

/** A hook of the client. */
export interface HookEntry {
  readonly event: string
  /** Tools, or reasons, for which it runs; undefined: all. */
  readonly matcher?: string | undefined
  readonly command: string
  /** Seconds. */
  readonly timeout: number
}

const lead = '\n  '

/** JSON on one line, with spaces. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`)
    .join(', ')}}`
}

const groupText = ({ matcher, command, timeout }: HookEntry): string =>
  spaced({ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command, timeout }] })

const wrongShape = (what: string): StrataError => new StrataError('invalid-input', `The settings were not changed: ${what}`, {})

const spansOf = (text: string): JsonSpan & { readonly kind: 'object' } => {
  let spans: JsonSpan
  try {
    spans = jsonSpans(text)
  } catch {
    throw wrongShape('they are not valid JSON')
  }
  if (spans.kind !== 'object') throw wrongShape('they are no JSON object')
  return spans
}

/** The last one counts, as for a reader of JSON. */
const memberIn = (members: readonly Member[], name: string): Member | undefined => members.filter((member) => member.name === name).at(-1)

/** Puts something at the beginning of an object or list of the file. */
const insert = (text: string, { start }: Span, isEmpty: boolean, what: string): string =>
  `${text.slice(0, start + 1)}${lead}${what}${isEmpty ? '' : ','}${text.slice(start + 1)}`

const addHook = (text: string, entry: HookEntry): string => {
  const root = spansOf(text)
  const group = groupText(entry)
  const hooks = memberIn(root.members, 'hooks')?.value
  const event = `${JSON.stringify(entry.event)}: [${group}]`
  if (hooks === undefined) return insert(text, root, root.members.length === 0, `"hooks": {${event}}`)
  if (hooks.kind !== 'object') throw wrongShape('"hooks" is no object')
  const list = memberIn(hooks.members, entry.event)?.value
  if (list === undefined) return insertMember(text, hooks, event)
  if (list.kind !== 'array') throw wrongShape(`"hooks.${entry.event}" is no list`)
  return insert(text, list, list.items.length === 0, group)
}

/** An object that was made for hooks gets the further ones in the same line. */
const insertMember = (text: string, hooks: JsonSpan & { readonly kind: 'object' }, event: string): string => {
  const [first] = hooks.members
  const isMade = first !== undefined && first.start === hooks.start + 1 && isMadeList(first.value)
  if (!isMade) return insert(text, hooks, first === undefined, event)
  return `${text.slice(0, first.start)}${event}, ${text.slice(first.start)}`
}

const isMadeList = (value: JsonSpan): boolean => value.kind === 'array' && value.items[0]?.start === value.start + 1

/** A piece that goes, with its comma. @returns the text, and whether its object or list was made for it and is empty now */
const cut = (
  text: string,
  parent: Span,
  siblings: readonly Span[],
  gone: Span,
): { readonly text: string; readonly isLeftOver: boolean } => {
  const at = siblings.findIndex(({ start }) => start === gone.start)
  const before = text.slice(0, gone.start)
  const after = text.slice(gone.end)
  const isMade = gone.start === parent.start + 1
  const head = before.endsWith(lead) && gone.start - lead.length === parent.start + 1 ? before.slice(0, -lead.length) : before
  if (siblings.length === 1) return { text: head + after, isLeftOver: isMade }
  if (at === siblings.length - 1) return { text: before.slice(0, siblings[at - 1]?.end) + after, isLeftOver: false }
  const rest = after.replace(isMade ? /^[ \t\n\r]*, ?/ : /^[ \t\n\r]*,/, '')
  return { text: head + rest, isLeftOver: false }
}

interface Found {
  readonly root: JsonSpan & { readonly kind: 'object' }
  readonly hooks: Member
  readonly event: Member
  readonly group: JsonSpan
}

/** A group of hooks that has this program's hook alone. */
const findOwn = (text: string, isOwn: (command: string) => boolean): Found | undefined => {
  const root = spansOf(text)
  for (const hooks of root.members) {
    if (hooks.name !== 'hooks' || hooks.value.kind !== 'object') continue
    for (const event of hooks.value.members) {
      if (event.value.kind !== 'array') continue
      for (const group of event.value.items) if (isOwnGroup(text, group, isOwn)) return { root, hooks, event, group }
    }
  }
  return undefined
}

const isOwnGroup = (text: string, { start, end }: Span, isOwn: (command: string) => boolean): boolean => {
  const group: unknown = JSON.parse(text.slice(start, end))
  if (!isObject(group) || !Array.isArray(group['hooks']) || group['hooks'].length !== 1) return false
  const [hook] = group['hooks'] as readonly unknown[]
  return isObject(hook) && typeof hook['command'] === 'string' && isOwn(hook['command'])
}

const removeOne = (text: string, { root, hooks, event, group }: Found): string => {
  if (event.value.kind !== 'array' || hooks.value.kind !== 'object') return text
  const list = cut(text, event.value, event.value.items, group)
  if (!list.isLeftOver) return list.text
  const members = cut(text, hooks.value, hooks.value.members, event)
  if (!members.isLeftOver) return members.text
  return cut(text, root, root.members, hooks).text
}

/** The text without this program's hooks. @throws StrataError invalid-input */
export const withoutHooks = (text: string, isOwn: (command: string) => boolean): string => {
  const found = findOwn(text, isOwn)
  return found === undefined ? text : withoutHooks(removeOne(text, found), isOwn)
}

/** The text with these hooks in place of those of this program that it has. @throws StrataError invalid-input */
export const withHooks = (text: string, entries: readonly HookEntry[], isOwn: (command: string) => boolean): string =>
  entries.reduce(addHook, withoutHooks(text, isOwn))

/** This program's hooks in a text. */
const ownIn = (text: string, isOwn: (command: string) => boolean): readonly HookEntry[] => {
  const settings: unknown = JSON.parse(text)
  if (!isObject(settings)) return []
  return Object.entries(objectIn(settings, 'hooks')).flatMap(([event, groups]) =>
    objectsIn(groups).flatMap((group) =>
      objectsIn(group['hooks']).flatMap((hook): readonly HookEntry[] => {
        const command = textIn(hook, 'command')
        if (command === undefined || !isOwn(command)) return []
        const timeout = typeof hook['timeout'] === 'number' ? hook['timeout'] : 0
        return [{ event, matcher: textIn(group, 'matcher'), command, timeout }]
      }),
    ),
  )
}

/** Whether the file was made for the hooks, and has nothing else. */
export const isMadeForHooks = (text: string, isOwn: (command: string) => boolean): boolean => {
  try {
    return text === newSettings(ownIn(text, isOwn))
  } catch {
    return false
  }
}

/** The text of a file that is not there yet. */
export const newSettings = (entries: readonly HookEntry[]): string => {
  const events = groupBy(entries, ({ event }) => event)
  const lines = [...events].map(([event, own]) => `    ${JSON.stringify(event)}: [${own.map(groupText).join(', ')}]`)
  return `{\n  "hooks": {\n${lines.join(',\n')}\n  }\n}\n`
}
