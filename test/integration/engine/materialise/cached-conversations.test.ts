/** Any commits in any formats: what is rebuilt from them is the same whatever was rebuilt, thrown away or carried elsewhere before. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Stop } from '../../../../app/chains/choose-commits.ts'
import type { MaterialisedView } from '../../../../app/contract/materialise.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { anyCommit, anyFormat, type MadeCommit, materialised } from '../../../support/made-chain.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

/** A commit, on which of those before it, and in which session. */
const anyNode = fc.record({
  commit: anyCommit(fc.oneof({ weight: 9, arbitrary: anyFormat }, { weight: 1, arbitrary: fc.constant('codex-v9') })),
  on: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(20) }),
  session: fc.constantFrom('', 'a', 'b'),
})
const anyTree = fc.array(anyNode, { minLength: 1, maxLength: 8 })

/** What may be asked: from which commit, back to where, in which format. */
const anyRequest = fc.record({
  tip: fc.nat(20),
  stop: fc.oneof(fc.constantFrom('compaction', 'root'), fc.nat(20)),
  format: fc.option(anyFormat, { nil: undefined }),
})

interface Asked {
  readonly input: { readonly commitId: string; readonly stop: string; readonly format?: string }
  /** Told from the commits by hand: the bytes and what is said of them, or why there are none. */
  readonly expected: unknown
}

type Node = typeof anyNode extends fc.Arbitrary<infer N> ? N : never
type Request = typeof anyRequest extends fc.Arbitrary<infer Q> ? Q : never

const parentOf = (nodes: readonly Node[], index: number): number | undefined => {
  const on = nodes[index]?.on ?? 0
  if (index === 0) return undefined
  return on === -1 ? index - 1 : on % index
}

/** Indexes from the root to a commit. */
const pathTo = (nodes: readonly Node[], tip: number): readonly number[] => {
  const path: number[] = []
  for (let at: number | undefined = tip; at !== undefined; at = parentOf(nodes, at)) path.unshift(at)
  return path
}

const told = ({ bytes, format, tier, messageCount, lost }: Omit<MaterialisedView, 'bytes'> & { readonly bytes: Uint8Array }): unknown => ({
  bytes: Buffer.from(bytes).toString('base64'),
  format,
  tier,
  messageCount,
  lost,
})

const byHand = async (path: readonly MadeCommit[], stop: Stop, format: string | undefined): Promise<unknown> => {
  const result = await materialised(path, stop, format)
  return told({ ...result, artifactRef: '', artifactHash: '', commitCount: 0, cached: false })
}

const askedOf = async (nodes: readonly Node[], ids: readonly string[], request: Request): Promise<Asked> => {
  const path = pathTo(nodes, request.tip % nodes.length)
  const at = typeof request.stop === 'number' ? request.stop % path.length : undefined
  const stop: Stop = at === undefined ? { kind: request.stop as 'root' | 'compaction' } : { kind: 'commit', commitId: `c${at}` }
  const commits = path.map((index) => nodes[index]?.commit).filter((commit) => commit !== undefined)
  const input = { commitId: ids[path.at(-1) ?? 0] ?? '', stop: at === undefined ? String(request.stop) : (ids[path[at] ?? 0] ?? '') }
  const { format } = request
  return { input: { ...input, ...(format === undefined ? {} : { format }) }, expected: await byHand(commits, stop, format) }
}

/** Makes the commits; gives their ids. */
const make = async (engine: Engine, nodes: readonly Node[]): Promise<readonly string[]> => {
  const ids: string[] = []
  for (const [index, { commit, session }] of nodes.entries()) {
    const parent = parentOf(nodes, index)
    const { type: commitType, format, bytes } = commit
    const made = await engine.ask('commit.checkpoint', {
      commitType,
      format,
      bytes,
      parent: parent === undefined ? '' : (ids[parent] ?? ''),
      sessionId: session,
      createdAt: '2026-01-05T08:00:00Z',
    })
    ids.push(made.commit.commitId)
  }
  return ids
}

const answer = async (engine: Engine, { input }: Asked): Promise<unknown> => {
  const view = await engine.ask('commit.materialise', input)
  const bytes = view.artifactHash === null ? Buffer.alloc(0) : await engine.ask('artifact.bytes', { ref: view.artifactHash })
  return told({ ...view, bytes })
}

const checkAll = async (engine: Engine, asked: readonly Asked[], when: string): Promise<void> => {
  for (const one of asked) expect(await answer(engine, one), `${when}: ${JSON.stringify(one.input)}`).toEqual(one.expected)
}

const checkCached = async (engine: Engine, asked: readonly Asked[]): Promise<void> => {
  for (const { input } of asked) expect((await engine.ask('commit.materialise', input)).cached).toBe(true)
}

const idsIn = async (engine: Engine): Promise<ReadonlySet<string>> =>
  new Set((await engine.ask('chain.log', {})).commits.map(({ commitId }) => commitId))

/** Asks the same of one store again and again while its tables and what it kept come and go. */
const checkStore = async (store: string, asked: readonly Asked[]): Promise<void> => {
  await withEngine(store, async (engine) => {
    await checkAll(engine, asked, 'kept before')
    await checkCached(engine, asked)
    await runJob(engine, 'reindex.start', {})
    await checkAll(engine, asked, 'tables built anew')
    await runJob(engine, 'gc.start', { dryRun: false, keepDays: 0 })
    await checkAll(engine, asked, 'collected')
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  rmSync(join(store, 'index.duckdb'))
  await withEngine(store, (engine) => checkAll(engine, asked, 'tables removed'))
}

test('caching, a new index, a collection or a bundle never changes a conversation or its ids', async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, fc.array(anyRequest, { minLength: 1, maxLength: 6 }), async (nodes, requests) => {
      const dir = tempDir()
      const [from, to, path] = [join(dir, 'from'), join(dir, 'to'), join(dir, 'all.bundle')]
      const { ids, asked } = await withEngine(from, async (engine) => {
        const made = await make(engine, nodes)
        const all = await Promise.all(requests.map((request) => askedOf(nodes, made, request)))
        await checkAll(engine, all, 'rebuilt')
        await checkCached(engine, all)
        await runJob(engine, 'bundle.create', { path })
        return { ids: new Set(made), asked: all }
      })
      await checkStore(from, asked)
      await withEngine(to, async (engine) => {
        await runJob(engine, 'bundle.import', { path })
        expect(await idsIn(engine)).toEqual(ids)
        await checkAll(engine, asked, 'carried')
        expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
      })
      expect(await tableDigests(to, ['artifacts'])).toEqual(await tableDigests(from, ['artifacts']))
    }),
    { numRuns: rounds(4, 12) },
  )
}, 180_000)
