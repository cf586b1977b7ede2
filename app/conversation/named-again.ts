/**
 * Which items of a request something names again, a guess by words: an item is named where a later call, response or prompt contains the name
 * of its file; one without a file, where it contains a file name or an identifier that came into the context with the call or its result.
 */
import { toolKind } from '../../importer/agents.ts'
import type { NamedAgain } from '../model/request-marks.ts'
import type { Sliced } from '../model/sliced.ts'
import { changerKinds, readerKinds } from '../model/tool-kind.ts'
import type { RequestItem } from './request-item.ts'

export type NamedItem = Pick<RequestItem, 'kind' | 'text' | 'tool' | 'path' | 'callId' | 'owner'>

const word = /[\p{L}\p{N}_]+(?:[.@+~$-]+[\p{L}\p{N}_]+)*/gu

const escaped = /\\(?:u[0-9a-fA-F]{4}|.)/g

/** @param json whether the text is JSON: the letter of an escape is no part of a word */
export const wordsIn = (text: string, json = false): readonly string[] => (json ? text.replaceAll(escaped, ' ') : text).match(word) ?? []

const fileLike = /[\p{L}\p{N}_-]\.\p{L}[\p{L}\p{N}]{0,7}$/u
const joined = /[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}-?\p{N}|\p{N}-?\p{L}|-\p{L}+-/u
const shortHash = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7}$/
const [leastFile, leastIdentifier, mostName] = [4, 8, 200]

/** A file name, or an identifier such as `parseLine`, `max_rows`, `fix-lamp-3` or `a4f9c01`: a word of a language names nothing. */
export const isName = (text: string): boolean => {
  if (text.length > mostName || !/\p{L}/u.test(text)) return false
  return (text.length >= leastFile && fileLike.test(text)) || (text.length >= leastIdentifier && joined.test(text)) || shortHash.test(text)
}

/** The word of a file's name to look for, the longest of its words: undefined: it has none. */
export const nameOfFile = (path: string): string | undefined => {
  const last =
    path
      .split(/[\\/]+/)
      .filter((segment) => segment !== '')
      .at(-1) ?? ''
  return [...wordsIn(last)].sort((a, b) => b.length - a.length)[0]
}

const hasOwnFile = ({ tool, path }: NamedItem): boolean => {
  if (path === null || tool === null) return path !== null
  const kind = toolKind(tool)
  return readerKinds.has(kind) || changerKinds.has(kind)
}

const isCall = ({ kind }: NamedItem): boolean => kind === 'call'

const isMedia = ({ kind }: NamedItem): boolean => kind === 'image' || kind === 'document'

/** Names of an item; of a file, only its own. @param added names that came into the context with the item */
const namesOf = (item: NamedItem, added: readonly string[]): readonly string[] => {
  const { path, callId } = item
  if (path !== null && hasOwnFile(item)) return [nameOfFile(path)].filter((name) => name !== undefined)
  return callId === null ? added : [...added, callId]
}

/** Call, result and pictures of one tool call are one object; a file that the client attached is one. Others are not judged. */
const objectOf = ({ kind, callId, owner }: NamedItem, at: number): string | undefined => {
  if (callId !== null) return callId
  return kind === 'injection' && owner.kind === 'file' ? `attached ${at}` : undefined
}

interface Seen {
  readonly names: Set<string>
  /** Place of its last item. */
  last: number
}

const speaks: ReadonlySet<string> = new Set(['call', 'response', 'thinking', 'prompt'])

export interface NameWatch {
  /** Something in the reply or after it. */
  readonly hear: (text: string, isJson: boolean) => void
  /** In the order of the items. */
  readonly verdicts: () => readonly (NamedAgain | null)[]
}

/** @param items of the request, in order */
export function* watchNames(items: readonly NamedItem[]): Sliced<NameWatch> {
  const objects = new Map<string, Seen>()
  const known = new Set<string>()
  for (const [at, item] of items.entries()) {
    const added = isMedia(item) ? [] : wordsIn(item.text, isCall(item)).filter((one) => !known.has(one) && isName(one))
    for (const name of added) known.add(name)
    yield
    const key = objectOf(item, at)
    if (key === undefined) continue
    const seen = objects.get(key) ?? { names: new Set<string>(), last: at }
    objects.set(key, seen)
    seen.last = at
    for (const name of namesOf(item, added)) seen.names.add(name)
  }
  /** Where each name was last. */
  const heard = new Map<string, number>()
  for (const { names } of objects.values()) for (const name of names) heard.set(name, -1)
  const hear = (text: string, isJson: boolean, at: number): void => {
    for (const said of wordsIn(text, isJson)) if (heard.has(said)) heard.set(said, at)
  }
  for (const [at, item] of items.entries()) {
    if (!speaks.has(item.kind)) continue
    hear(item.text, isCall(item), at)
    yield
  }
  const judge = ({ names, last }: Seen): NamedAgain | null => {
    // An id that nothing else belongs to says nothing: hardly any model names it.
    const places = [...names].map((name) => heard.get(name) ?? -1)
    if (places.some((place) => place === Infinity)) return 'later'
    if (places.some((place) => place > last)) return 'earlier'
    return [...names].some((name) => !objects.has(name)) ? 'never' : null
  }
  return {
    hear: (text, isJson) => hear(text, isJson, Infinity),
    verdicts: () => {
      const verdicts = new Map([...objects].map(([key, seen]) => [key, judge(seen)]))
      return items.map((item, at) => verdicts.get(objectOf(item, at) ?? '') ?? null)
    },
  }
}
