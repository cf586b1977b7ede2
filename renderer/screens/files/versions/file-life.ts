/** The versions of a file in the order of time, each with a name for addresses and with the check that refuted what was known before it. */
import type { FileHistoryView, KnownVersion, VersionCheck } from '../../../../app/contract/objects.ts'
import { recordPlaceKey, type RecordPlace } from '../../../ui/address/record-key.ts'

export interface LifeVersion extends KnownVersion {
  /** `sourceId:line`; with `~1` the one before the last of that record, and so on. */
  readonly key: string
  /** Whether it is the last of its record: what is known after the record. */
  readonly isLast: boolean
  /** Place among the versions of the answer, the newest first. */
  readonly offset: number
  /** The observation that showed that what was known before was wrong. */
  readonly refuted: VersionCheck | undefined
}

export interface FileLife {
  readonly path: string
  /** The oldest first. */
  readonly versions: readonly LifeVersion[]
  readonly confirmed: number
  readonly refuted: number
}

const isRefuted = ({ outcome }: VersionCheck): boolean => outcome !== 'confirmed'

export const fileLife = ({ path, versions, checks }: FileHistoryView): FileLife => {
  const refuting = new Map(checks.filter(isRefuted).map((check) => [recordPlaceKey(check.record), check]))
  const counted = new Map<string, number>()
  const named = versions.map((version, offset): LifeVersion => {
    const record = recordPlaceKey(version.record)
    const nth = counted.get(record) ?? 0
    counted.set(record, nth + 1)
    return { ...version, key: nth === 0 ? record : `${record}~${nth}`, isLast: nth === 0, offset, refuted: undefined }
  })
  // What a record shows comes before what it changes: the first version of a record is the one that was checked.
  const oldest = named.reverse().map((version) => {
    const record = recordPlaceKey(version.record)
    const check = refuting.get(record)
    if (check !== undefined) refuting.delete(record)
    return { ...version, refuted: check }
  })
  const refuted = checks.filter(isRefuted).length
  return { path, versions: oldest, confirmed: checks.length - refuted, refuted }
}

/** Place of a version by its name; undefined: it is none of these. */
export const placeOfVersion = ({ versions }: FileLife, key: string | undefined): number | undefined => {
  if (key === undefined) return undefined
  const at = versions.findIndex((version) => version.key === key)
  return at === -1 ? undefined : at
}

/** The place of the record that gives the newest version whose record this is. */
export const placeOfRecord = ({ versions }: FileLife, record: RecordPlace | null): number | undefined => {
  const key = record === null ? undefined : recordPlaceKey(record)
  const at = versions.findIndex((version) => version.isLast && version.key === key)
  return at === -1 ? undefined : at
}
