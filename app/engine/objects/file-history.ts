/** The versions of a file in all sessions that touched it, and what later observations said of them. */
import { diffArrays } from 'diff'
import type { CallParsed } from '../../contract/calls.ts'
import type { FileHistoryView, KnownVersion, VersionCheck } from '../../contract/objects.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { chainFrom } from '../commits/chain-links.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { fileTrail, type FileTrail } from './file-trail.ts'
import { resolvePath, touchingCommits } from './find-file.ts'
import { contentOf } from './versions/known-file.ts'

/** Lines as people count them: a line feed ends one. */
const linesIn = (content: string): readonly string[] => {
  const lines = content.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** How many lines a change adds and removes. */
const changedLines = (before: string, after: string): Pick<KnownVersion, 'added' | 'removed'> => {
  let [added, removed] = [0, 0]
  for (const part of diffArrays([...linesIn(before)], [...linesIn(after)])) {
    if (part.added) added += part.value.length
    if (part.removed) removed += part.value.length
  }
  return { added, removed }
}

const versionsOf = (
  { versions, records }: FileTrail,
  titles: ReadonlyMap<string, string>,
  withContents: boolean,
): readonly KnownVersion[] =>
  versions.flatMap(({ record, by, file, proof }, at): readonly KnownVersion[] => {
    const place = records[record]
    if (place === undefined) return []
    const content = file === null ? '' : contentOf(file)
    const earlier = versions[at - 1]
    const before = earlier === undefined ? undefined : earlier.file === null ? '' : contentOf(earlier.file)
    const changed = before === undefined || content === undefined ? null : changedLines(before, content)
    return [
      {
        sessionId: place.sessionId,
        title: titles.get(place.sessionId) ?? place.sessionId,
        commitId: place.commitId,
        record: { sourceId: place.sourceId, line: place.line },
        occurredAt: place.occurredAt,
        by,
        isThere: file !== null,
        proof,
        added: changed?.added ?? null,
        removed: changed?.removed ?? null,
        content: withContents && file !== null ? (content ?? null) : null,
      },
    ]
  })

const checksOf = ({ checks, records }: FileTrail): readonly VersionCheck[] =>
  checks.flatMap(({ record, by, proof, outcome }) => {
    const place = records[record]
    return place === undefined
      ? []
      : [{ sessionId: place.sessionId, record: { sourceId: place.sourceId, line: place.line }, by, proof, outcome }]
  })

/** The same record is in several chains where a conversation was rewound. */
const keyOf = ({ record: { sourceId, line } }: { readonly record: KnownVersion['record'] }): string => `${sourceId}:${line}`

interface OfRecord<T> {
  readonly key: string
  readonly rows: readonly T[]
}

/** By record: what one record says stays together. */
const groupsOf = <T extends { readonly record: KnownVersion['record'] }>(all: readonly T[]): readonly OfRecord<T>[] => {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const own = groups.get(keyOf(one))
    if (own === undefined) groups.set(keyOf(one), [one])
    else own.push(one)
  }
  return [...groups].map(([key, rows]) => ({ key, rows }))
}

/** @throws StrataError not-found, ambiguous-id, artifact-corrupt */
export const fileHistory = async ({ store }: EngineContext, input: CallParsed<'file.history'>): Promise<FileHistoryView> => {
  const session = input.sessionId === undefined ? null : await resolveSession(store.database, input.sessionId)
  const path = await resolvePath(store.database, input.path, session)
  const touching = await touchingCommits(store.database, path, session)
  const titles = new Map(touching.map(({ sessionId, title }) => [sessionId, title]))
  const covered = new Set<string>()
  const versions = new Map<string, readonly KnownVersion[]>()
  const checks = new Map<string, readonly VersionCheck[]>()
  for (const { commitId } of touching) {
    if (covered.has(commitId)) continue
    const chain = await chainFrom(store, commitId)
    for (const link of chain) covered.add(link.commitId)
    const trail = await fileTrail(store, chain, path)
    for (const own of groupsOf(versionsOf(trail, titles, input.withContents)))
      if (!versions.has(own.key)) versions.set(own.key, [...own.rows].reverse())
    for (const own of groupsOf(checksOf(trail))) if (!checks.has(own.key)) checks.set(own.key, own.rows)
  }
  const all = [...versions.values()].flat().sort((a, b) => (b.occurredAt ?? 0) - (a.occurredAt ?? 0))
  return { path, versions: all.slice(input.offset, input.offset + input.limit), total: all.length, checks: [...checks.values()].flat() }
}
