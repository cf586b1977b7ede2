/** Hazards, one file each: whatever can still be read is counted, and nothing hangs, crashes or drops a whole file. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEngine } from '../../../app/engine/engine.ts'
import type { ReferenceTotals } from '../../../app/engine/stats/reference-totals.ts'
import { askEveryMetric } from '../../support/ask-everything.ts'
import { corpus, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'

interface Hazard {
  readonly case: string
  readonly file: string
  readonly bytes: number
  readonly mustImport: {
    readonly records: number
    readonly malformedLines: number | null
    readonly humanPrompts: number
    readonly toolResultRecords: number
    readonly responses: number
    readonly toolCalls: number
    readonly nonObjectLines?: number
    readonly toolCallsByName?: readonly (readonly [string, number])[]
    readonly first?: string | null
    readonly last?: string | null
  }
}

/** Of a line that two records share the truth has the minimum: both are recovered. */
const recovered: Readonly<Record<string, object>> = {
  'two-records-on-one-line': { records: 4, toolResultRecords: 1, responses: 2, toolCalls: 1 },
}

const countKeys = ['records', 'humanPrompts', 'toolResultRecords', 'responses', 'toolCalls'] as const

/** What a hazard's file must give, and what it gave, side by side. */
const compared = ({ mustImport: must, bytes }: Hazard, totals: ReferenceTotals | undefined) => {
  const keys = [
    ...countKeys,
    ...(must.malformedLines === null ? [] : ['malformedLines' as const]),
    ...(['first', 'last'] as const).filter((key) => key in must),
  ]
  const names = must.toolCallsByName ?? []
  return {
    stated: { bytes, ...Object.fromEntries(keys.map((key) => [key, must[key]])), names },
    found: {
      bytes: totals?.bytes,
      ...Object.fromEntries(keys.map((key) => [key, totals?.[key]])),
      names: names.map(([name]) => [name, totals?.toolCallsByName[name]]),
    },
  }
}

test('every hazard file is imported as far as it can be read, and restored byte for byte', async (context) => {
  const { projects: original, truth } = corpus(sharedOrSkip(context), { profile: 'adversarial' })
  const dir = tempDir()
  const projects = path.join(dir, 'projects')
  cpSync(original, projects, { recursive: true, verbatimSymlinks: true })
  if (process.platform !== 'win32') execFileSync('mkfifo', [path.join(projects, '-tmp-adversarial', 'pipe.jsonl')])
  const engine = await openEngine({ storeDir: path.join(dir, 'store') })
  onTestFinished(() => engine.close())
  const finish = async (jobId: string) => engine.ask('job.wait', { jobId })

  const imported = await finish((await engine.ask('import.start', { paths: [projects] })).jobId)
  expect(imported).toMatchObject({ state: 'done', failure: undefined })

  const files = (truth as { readonly files: readonly Hazard[] }).files.map((hazard) => ({
    ...hazard,
    mustImport: { ...hazard.mustImport, ...recovered[hazard.case] },
  }))
  const groups = new Map(
    (await engine.ask('stats.referenceBy', { by: 'source' })).map(({ group, totals }) => [group, totals as ReferenceTotals]),
  )
  for (const hazard of files) {
    const { stated, found } = compared(hazard, groups.get(hazard.file))
    expect({ [hazard.case]: found }).toEqual({ [hazard.case]: stated })
  }

  const problems = await engine.ask('problems.list', {})
  const of = (code: string): number => problems.byCode.find((entry) => entry.code === code)?.count ?? 0
  const sum = (key: 'nonObjectLines' | 'malformedLines'): number =>
    files.reduce((total, { mustImport }) => total + (mustImport[key] ?? 0), 0)
  expect(of('not-an-object')).toBe(sum('nonObjectLines'))
  expect(of('malformed-json') + of('truncated-line') + of('recovered-records')).toBe(sum('malformedLines'))
  expect(of('unreadable-encoding')).toBe(1)
  expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined()

  expect(await askEveryMetric(engine)).toEqual([])

  const again = await finish((await engine.ask('import.start', { paths: [projects] })).jobId)
  expect(again.result).toMatchObject({ filesImported: 0, newCommits: 0 })

  expect(await finish((await engine.ask('verify.start', {})).jobId)).toMatchObject({ state: 'done', result: { faults: [] } })
  const restored = path.join(dir, 'restored')
  expect(await finish((await engine.ask('restore.start', { what: { all: true }, to: restored })).jobId)).toMatchObject({ state: 'done' })
  for (const { file } of files) {
    const [before, after] = [path.join(dir, file), path.join(restored, file)]
    expect([file, existsSync(after)]).toEqual([file, true])
    execFileSync('cmp', [before, after])
  }
})
