/** The tree of files: root → files → sessions → events. It answers why a file is as it is. */
import { objectsIn, textIn } from '../../model/json-object.ts'
import type { ThinkingType } from '../../model/reasoning.ts'
import { fitsOf, type Fit } from '../relevance.ts'
import type { EventNode } from '../thinking-record.ts'
import type { GraphKind } from './event-set.ts'
import { maxFound } from './graph.ts'

interface FileBranch {
  readonly file: string
  readonly sessions: readonly { readonly session: string; readonly events: readonly string[] }[]
}

/** Events that belong to no file. */
const noFile = ''

const typeWeight: Readonly<Record<ThinkingType, number>> = { rejection: 4, decision: 4, tradeoff: 3, exploration: 1, raw: 0 }

const build = (events: readonly EventNode[]): readonly FileBranch[] => {
  const tree = new Map<string, Map<string, string[]>>()
  for (const { id, session_id: session, files_affected: files } of events)
    for (const file of files.length === 0 ? [noFile] : new Set(files)) {
      const sessions = tree.get(file) ?? new Map<string, string[]>()
      tree.set(file, sessions)
      const own = sessions.get(session) ?? []
      sessions.set(session, own)
      own.push(id)
    }
  return [...tree]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, sessions]) => ({ file, sessions: [...sessions].map(([session, ids]) => ({ session, events: ids })) }))
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

/** A file that the prompt names counts most, then what an event is about, then its kind; of equal ones the newest is first. */
const weightOf = ({ event, words, isNamed }: Fit): number => (isNamed ? 8 : 0) + words + typeWeight[event.type]

export const fileGraph: GraphKind<readonly FileBranch[]> = {
  name: 'file',
  build,
  write: (files) => ({ files }),
  read: (data) =>
    objectsIn(data['files']).map((branch) => ({
      file: textIn(branch, 'file') ?? noFile,
      sessions: objectsIn(branch['sessions']).map((each) => ({ session: textIn(each, 'session') ?? '', events: texts(each['events']) })),
    })),
  query: (tree, events, prompt, filesHinted) => {
    const fits = fitsOf(events, prompt, filesHinted)
    const order = new Map(events.map(({ id }, at) => [id, at]))
    const named = new Set(fits.flatMap(({ event, isNamed }) => (isNamed ? [event.id] : [])))
    // What else happened to a file of a fitting event belongs to its history.
    const files = new Set(fits.flatMap(({ event, shared }) => (shared >= 2 ? event.files_affected : [])))
    const beside = new Set(
      tree.flatMap(({ file, sessions }) => (file !== noFile && files.has(file) ? sessions.flatMap(({ events: ids }) => ids) : [])),
    )
    const known = new Map(fits.map((fit) => [fit.event.id, fit]))
    const all = events.flatMap((event) => {
      const fit = known.get(event.id)
      if (fit !== undefined) return [fit]
      return beside.has(event.id) || named.has(event.id) ? [{ event, words: 0, shared: 0, isNamed: false }] : []
    })
    return all
      .sort((one, other) => weightOf(other) - weightOf(one) || (order.get(other.event.id) ?? 0) - (order.get(one.event.id) ?? 0))
      .slice(0, maxFound)
      .map(({ event }) => event)
  },
}
