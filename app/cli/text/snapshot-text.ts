/** The state of the work as JSON: records are named as everywhere on the command line. */
import { lineName } from '../../model/line-name.ts'
import type { SnapshotView } from '../../contract/packs.ts'
import type { RecordName } from '../../contract/objects.ts'

interface Cited {
  readonly record: RecordName
}

const named = <T extends Cited>({ record, ...rest }: T) => ({ ...rest, record: `${record.sourceId}:${lineName(record)}` })

const maybe = <T extends Cited>(value: T | null) => (value === null ? null : named(value))

export const snapshotJson = ({
  goal,
  request,
  plan,
  files,
  unseenAgents,
  validation,
  errors,
  decisions,
  next,
  ...rest
}: SnapshotView): object => ({
  ...rest,
  goal: maybe(goal),
  request: maybe(request),
  plan: plan.map(named),
  files: files.map(named),
  unseenAgents: maybe(unseenAgents),
  validation: validation === null ? null : { ...named(validation), earlier: validation.earlier.map(named) },
  errors: errors.map(named),
  decisions: decisions.map(named),
  next: maybe(next),
})
