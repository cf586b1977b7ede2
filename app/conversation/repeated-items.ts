/** Items that a request contains more than once: with the same text, or as reads of the same file. */
import { toolKind } from '../../importer/agents.ts'
import { composed, normalPath } from '../model/objects/file-path.ts'
import { leastRepeated, type RequestMarks, type Repeat } from '../model/request-marks.ts'
import { readerKinds } from '../model/tool-kind.ts'
import type { RequestItem } from './request-item.ts'

export type RepeatedItem = Pick<RequestItem, 'kind' | 'text' | 'tool' | 'path' | 'callId' | 'owner' | 'line'>

export type Repeats = Pick<RequestMarks, 'sameText' | 'sameFile'>

/** Items by what they have in common. Items of one occurrence, such as the text and the picture of one result, count once. */
class Groups {
  readonly #keys = new Map<string, Map<string, number>>()
  readonly #of: (Readonly<{ key: string; nth: number }> | undefined)[] = []

  add(key: string | undefined, occurrence: string): void {
    if (key === undefined) {
      this.#of.push(undefined)
      return
    }
    const known = this.#keys.get(key) ?? new Map<string, number>()
    this.#keys.set(key, known)
    const nth = known.get(occurrence) ?? known.size + 1
    known.set(occurrence, nth)
    this.#of.push({ key, nth })
  }

  repeats(): readonly (Repeat | null)[] {
    const several = [...this.#keys].filter(([, { size }]) => size > 1).map(([key]) => key)
    const numbers = new Map(several.map((key, at) => [key, at + 1]))
    return this.#of.map((own) => {
      const group = own === undefined ? undefined : numbers.get(own.key)
      return own === undefined || group === undefined ? null : { group, nth: own.nth, times: this.#keys.get(own.key)?.size ?? 1 }
    })
  }
}

const shown: ReadonlySet<string> = new Set(['result', 'image', 'document'])

const textKey = ({ kind, text }: RepeatedItem): string | undefined => (text.length < leastRepeated ? undefined : `${kind} ${text}`)

/** The file that an item is a read of: the result of a tool that reads it, or what the client attached of it. */
const fileKey = ({ kind, tool, path, owner }: RepeatedItem): string | undefined => {
  if (path === null) return undefined
  const isRead = shown.has(kind) && tool !== null && readerKinds.has(toolKind(tool))
  return isRead || owner.kind === 'file' ? composed(normalPath(path) ?? path) : undefined
}

/** In the order of the items. */
export const repeatsOf = (items: readonly RepeatedItem[]): readonly Repeats[] => {
  const [texts, files] = [new Groups(), new Groups()]
  for (const [at, item] of items.entries()) {
    texts.add(textKey(item), String(at))
    files.add(fileKey(item), item.callId ?? item.line?.uuid ?? String(at))
  }
  const [sameText, sameFile] = [texts.repeats(), files.repeats()]
  return items.map((_, at) => ({ sameText: sameText[at] ?? null, sameFile: sameFile[at] ?? null }))
}
