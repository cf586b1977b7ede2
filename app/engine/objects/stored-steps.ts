/** Steps as the tables have them: contents are read from the records. The facts of the sessions are made before. */
import { count, instant, optional, text, type Row } from '../../model/columns.ts'
import { objectStepTable } from '../../model/rows/object-row.ts'
import type { Store } from '../../store/store.ts'
import { chainRecords, recordKey, type ReadLink } from './chain-records.ts'
import { KeptFiles } from './kept-files.ts'
import type { ShellEffect } from './shell/shell-effect.ts'
import type { FileStep } from './versions/file-step.ts'
import { FileStepReader } from './versions/file-steps.ts'

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

/** Contents of steps by their records, those of a record in their order. */
export type Contents = ReadonlyMap<string, FileStep[]>

const isContent = ({ step }: Pick<StepRow, 'step'>): boolean =>
  step === 'whole' || step === 'part' || step === 'written' || step === 'edited'

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
  for await (const { record, ...at } of chainRecords(store, own, (row) => keys.has(recordKey(row)))) {
    const { steps } = await kept.placed(at, new FileStepReader().read(record), paths)
    found.set(
      recordKey(at),
      steps.filter((step) => step.step !== 'ran' && isContent(step) && paths.has(step.path)),
    )
  }
  return found
}

/** Step of a row; undefined: its record does not say it, which rows of older rules may do. */
export const stepOf = (row: StepRow, contents: Contents): FileStep | undefined => {
  const path = row.path ?? ''
  switch (row.step) {
    case 'ran':
      return { step: 'ran', effect: JSON.parse(row.effect ?? '{"kind":"any"}') as ShellEffect }
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
