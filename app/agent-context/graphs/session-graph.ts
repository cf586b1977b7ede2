/** Sessions, each built on earlier ones. It answers which steps led to the present state. */
import { isObject, objectsIn, textIn } from '../../model/json-object.ts'
import { fitsOf } from '../relevance.ts'
import type { EventNode } from '../thinking-record.ts'
import type { GraphKind } from './event-set.ts'
import { maxFound } from './graph.ts'

interface BuiltOn {
  readonly session: string
  /** `session`: a resumption or fork of it; `files`: it continues with files of that session; `time`: it is only the one before. */
  readonly by: 'session' | 'files' | 'time'
}

interface SessionNode {
  readonly session: string
  readonly first: string
  readonly last: string
  readonly built_on: readonly BuiltOn[]
  readonly events: readonly string[]
}

/** Sessions that one is built on at most: the newest of each of its files. */
const maxParents = 5

const groups = (events: readonly EventNode[]): ReadonlyMap<string, readonly EventNode[]> => {
  const found = new Map<string, EventNode[]>()
  for (const event of events) {
    const own = found.get(event.session_id) ?? []
    found.set(event.session_id, own)
    own.push(event)
  }
  return found
}

const build = (events: readonly EventNode[]): readonly SessionNode[] => {
  const lastOfFile = new Map<string, string>()
  let before: string | undefined
  return [...groups(events)].map(([session, own]): SessionNode => {
    const files = new Set(own.flatMap(({ files_affected: paths }) => paths))
    const parents = [...new Set([...files].flatMap((file) => lastOfFile.get(file) ?? []))].slice(-maxParents)
    const continued = own.find(({ record }) => record.continues !== undefined)?.record.continues
    const bySession = continued === undefined ? [] : [{ session: continued, by: 'session' as const }]
    const byFiles = parents.filter((parent) => parent !== continued).map((parent) => ({ session: parent, by: 'files' as const }))
    const byTime = before === undefined || bySession.length + byFiles.length > 0 ? [] : [{ session: before, by: 'time' as const }]
    for (const file of files) lastOfFile.set(file, session)
    before = session
    return {
      session,
      first: own[0]?.timestamp ?? '',
      last: own.at(-1)?.timestamp ?? '',
      built_on: [...bySession, ...byFiles, ...byTime],
      events: own.map(({ id }) => id),
    }
  })
}

const builtOnIn = (value: unknown): readonly BuiltOn[] =>
  objectsIn(value).map((each) => ({
    session: textIn(each, 'session') ?? '',
    by: each['by'] === 'session' || each['by'] === 'files' ? each['by'] : 'time',
  }))

/** From the newest session backward along what it is built on; sessions that are not reached follow, newest first. */
const walk = (sessions: readonly SessionNode[]): readonly SessionNode[] => {
  const byId = new Map(sessions.map((node) => [node.session, node]))
  const order: SessionNode[] = []
  const seen = new Set<string>()
  for (const start of [...sessions].reverse()) {
    const open = [start]
    for (let at = 0; at < open.length; at += 1) {
      const node = open[at]
      if (node === undefined || seen.has(node.session)) continue
      seen.add(node.session)
      order.push(node)
      open.push(...node.built_on.flatMap(({ session }) => byId.get(session) ?? []))
    }
  }
  return order
}

export const sessionGraph: GraphKind<readonly SessionNode[]> = {
  name: 'session',
  build,
  write: (sessions) => ({ sessions }),
  read: (data) =>
    objectsIn(data['sessions']).map((each) => ({
      session: textIn(each, 'session') ?? '',
      first: textIn(each, 'first') ?? '',
      last: textIn(each, 'last') ?? '',
      built_on: isObject(each) ? builtOnIn(each['built_on']) : [],
      events: Array.isArray(each['events']) ? each['events'].filter((id): id is string => typeof id === 'string') : [],
    })),
  query: (sessions, events, prompt, filesHinted) => {
    const byId = new Map(fitsOf(events, prompt, filesHinted).map((fit) => [fit.event.id, fit]))
    return walk(sessions)
      .flatMap(({ events: ids }) =>
        ids
          .flatMap((id) => byId.get(id) ?? [])
          // In a session what fits best is first; of equal ones the newest.
          .reverse()
          .sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || other.words - one.words),
      )
      .slice(0, maxFound)
      .map(({ event }) => event)
  },
}
