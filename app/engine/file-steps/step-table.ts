/** Steps as the tables have them: contents are read from the records. The facts of the sessions are made before. */
import type { TranscriptRecord } from '../../model/record.ts'
import { count, instant, optional, text, type Row } from '../../model/columns.ts'
import { objectStepTable } from '../../model/rows/object-row.ts'
import type { Store } from '../../store/store.ts'
import { callRecords, needsCall } from './call-records.ts'
import { chainRecords, type ChainRecord, type ReadLink } from './chain-records.ts'
import { KeptFiles } from './kept-files.ts'
import { ranOf, type FileStep } from '../../files/file-step.ts'
import { FileStepReader } from '../../files/file-steps.ts'
import { recordKey } from '../../files/replay.ts'
import recordedSteps from './recorded-steps.sql?raw'
import stepRows from './step-rows.sql?raw'

export const placeColumns = {
  commitId: text('commit_id'),
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: optional(instant('occurred_at')),
} as const

export type StepPlace = Row<typeof placeColumns>

export const stepColumns = {
  ...placeColumns,
  step: objectStepTable.step,
  path: optional(text('path')),
  toPath: optional(text('to_path')),
  effect: optional(text('effect')),
  sourceHash: optional(text('source_hash')),
} as const

export type StepRow = Row<typeof stepColumns>

/** Parts of statements by name. */
const parts: Readonly<Record<string, string>> = { recorded_steps: recordedSteps, step_rows: stepRows }

/** The statement with every part that it names in its place; parts may name others. */
export const withStepParts = (sql: string): string =>
  sql.replaceAll(/FROM (recorded_steps|step_rows)\b/g, (use, name: string) => withStepParts(parts[name] ?? use))

/** Contents of steps by their records, those of a record in their order. */
export type Contents = ReadonlyMap<string, FileStep[]>

const isContent = ({ step }: Pick<StepRow, 'step'>): boolean =>
  step === 'whole' || step === 'part' || step === 'written' || step === 'edited' || step === 'sought'

/**
 * @param links commits of the rows, among others
 * @throws StrataError not-found, artifact-corrupt
 */
export const readContents = async (
  store: Store,
  links: readonly ReadLink[],
  rows: readonly StepRow[],
  paths: ReadonlySet<string>,
): Promise<Contents> => {
  const wanted = rows.filter(isContent)
  const commits = new Set(wanted.map(({ commitId }) => commitId))
  const keys = new Set(wanted.map(recordKey))
  const found = new Map<string, FileStep[]>()
  const own = links.filter(({ commitId }) => commits.has(commitId))
  const kept = new KeptFiles(store)
  const take = async ({ record, ...at }: ChainRecord, calls: readonly TranscriptRecord[]): Promise<void> => {
    const reader = new FileStepReader()
    for (const call of calls) reader.read(call)
    const { steps } = await kept.placed(at, reader.read(record), paths)
    found.set(
      recordKey(at),
      steps.filter((step) => step.step !== 'ran' && isContent(step) && paths.has(step.path)),
    )
  }
  const answers: ChainRecord[] = []
  for await (const one of chainRecords(store, own, (row) => keys.has(recordKey(row)))) {
    if (needsCall(one.record)) answers.push(one)
    else await take(one, [])
  }
  const calls = await callRecords(store, answers)
  for (const one of answers) await take(one, calls.get(recordKey(one)) ?? [])
  return found
}

/** Step of a row; undefined: its record does not say it, which rows of older rules may do. */
export const stepOf = (row: StepRow, contents: Contents): FileStep | undefined => {
  const path = row.path ?? ''
  switch (row.step) {
    case 'ran':
      return ranOf(row.effect)
    case 'gone':
    case 'absent':
      return { step: row.step, path }
    case 'bytes':
      return { step: 'bytes', path, sourceHash: row.sourceHash, by: 'read' }
    case 'moved':
    case 'copied':
      return { step: row.step, path, to: row.toPath ?? '' }
    default: {
      const own = contents.get(recordKey(row))
      const at = own?.findIndex((step) => step.step === row.step && 'path' in step && step.path === path) ?? -1
      return at === -1 ? undefined : own?.splice(at, 1)[0]
    }
  }
}

/** A row and its step; undefined: its record does not contain it. */
export interface ReadRow<R> {
  readonly row: R
  readonly step: FileStep | undefined
}

/** Joins the rows of each record. */
export const recordsOf = <R extends StepPlace>(
  rows: readonly ReadRow<R>[],
): readonly { readonly at: R; readonly steps: readonly FileStep[] }[] => {
  const records: { readonly at: R; readonly steps: FileStep[] }[] = []
  for (const { row, step } of rows) {
    const own = step === undefined ? [] : [step]
    const last = records.at(-1)
    if (last !== undefined && recordKey(last.at) === recordKey(row)) last.steps.push(...own)
    else records.push({ at: row, steps: own })
  }
  return records
}
