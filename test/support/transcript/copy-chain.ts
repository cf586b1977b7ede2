/** The rows that a client copies into a new file when it forks or resumes a session: the chain the model sees. */
import type { Fields, Line } from './session.ts'

function recordsOf(main: readonly Line[]): readonly Fields[] {
  return main.flatMap((line) =>
    line.kind === 'record' && typeof line.record['uuid'] === 'string' && line.record['isSidechain'] !== true ? [line.record] : [],
  )
}

function walk(byUuid: ReadonlyMap<string, Fields>, leaf: string | undefined): Set<string> {
  const seen = new Set<string>()
  for (let at: string | undefined = leaf; at !== undefined && !seen.has(at);) {
    const record = byUuid.get(at)
    if (record === undefined) break
    seen.add(at)
    const parent: unknown = record['parentUuid']
    at = typeof parent === 'string' ? parent : undefined
  }
  return seen
}

function answersIn(chain: ReadonlySet<string>, record: Fields): boolean {
  const source = record['sourceToolAssistantUUID']
  return typeof source === 'string' && chain.has(source)
}

function keptBy(boundary: Fields | undefined): readonly string[] {
  const metadata = boundary?.['compactMetadata'] as Fields | undefined
  const preserved = metadata?.['preservedMessages'] as Fields | undefined
  return (preserved?.['uuids'] as readonly string[] | undefined) ?? []
}

// Client 2.1.330 writes preserved messages after the summary and links them in between it and what follows.
function relink(chain: readonly Fields[], kept: readonly Fields[]): readonly Fields[] {
  if (kept.length === 0) return chain
  const summaryAt = chain.findIndex((record) => record['isCompactSummary'] === true)
  const linked = [chain[summaryAt], ...kept].flatMap((record) => (record === undefined ? [] : [record]))
  const moved = linked.map((record, at) => (at === 0 ? record : { ...record, parentUuid: linked[at - 1]?.['uuid'] }))
  const rest = chain.slice(summaryAt + 1).map((record, at) => (at === 0 ? { ...record, parentUuid: moved.at(-1)?.['uuid'] } : record))
  return [...chain.slice(0, summaryAt), ...moved, ...rest]
}

/** The summary of an old compaction has no uuid; it stands right behind its boundary. */
function oldSummary(main: readonly Line[], record: Fields): readonly Fields[] {
  if (record['compact_metadata'] === undefined) return []
  const next = main[main.findIndex((line) => line.kind === 'record' && line.record === record) + 1]
  return next?.kind === 'record' && next.record['type'] === 'summary' ? [next.record] : []
}

/** The chain that ends with a leaf, back to the last compaction, with the results of parallel calls beside it. */
export function chainTo(main: readonly Line[], leaf: string | undefined): readonly Fields[] {
  const records = recordsOf(main)
  const byUuid = new Map(records.map((record) => [String(record['uuid']), record] as const))
  const walked = walk(byUuid, leaf)
  const chain = records
    .filter((record) => walked.has(String(record['uuid'])) || answersIn(walked, record))
    .flatMap((record) => [record, ...oldSummary(main, record)])
  const kept = keptBy(chain.find((record) => record['subtype'] === 'compact_boundary'))
  return relink(
    chain,
    kept.map((uuid) => byUuid.get(uuid)).filter((record) => record !== undefined),
  )
}
