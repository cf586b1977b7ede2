/** The versions of a file in the order of time, each with a name for addresses and with the check that refuted what was known before it. */
import type { FileHistoryView, KnownFileView, KnownVersion, TrackedVersion, VersionCheck } from '../../../../app/contract/objects.ts'
import { recordPlaceKey, type RecordPlace } from '../../../ui/address/record-key.ts'

export interface LifeVersion extends KnownVersion {
  /** `sourceId:line`; with `~1` the one before the last of that record, and so on. */
  readonly key: string
  /** Number of later versions of the same record; 0: it is what is known after the record. */
  readonly later: number
  /** Place among the versions of the answer, the newest first. */
  readonly offset: number
  /** The folder of another checkout of the repository that it is from; undefined: it is from that of the file. */
  readonly checkout: string | undefined
  /** The observation that showed that what was known before was wrong. */
  readonly refuted: VersionCheck | undefined
}

/** In addresses, the file on disk now: the last place of the slider. */
export const diskKey = 'disk'

export interface FileLife {
  readonly path: string
  readonly checkouts: FileHistoryView['checkouts']
  /** The oldest first. */
  readonly versions: readonly LifeVersion[]
  readonly confirmed: number
  readonly refuted: number
  /** Versions that trackers saw on disk, the newest first. */
  readonly tracked: readonly TrackedVersion[]
}

const isRefuted = ({ outcome }: VersionCheck): boolean => outcome !== 'confirmed'

export const fileLife = ({ path, checkouts, versions, checks, tracked }: FileHistoryView): FileLife => {
  const checkoutOf = new Map(checkouts.flatMap(({ others }) => others.map((other) => [other.path, other.checkout] as const)))
  const refuting = new Map(checks.filter(isRefuted).map((check) => [recordPlaceKey(check.record), check]))
  const counted = new Map<string, number>()
  const named = versions.map((version, offset): LifeVersion => {
    const record = recordPlaceKey(version.record)
    const nth = counted.get(record) ?? 0
    counted.set(record, nth + 1)
    return {
      ...version,
      key: nth === 0 ? record : `${record}~${nth}`,
      later: nth,
      offset,
      checkout: checkoutOf.get(version.path),
      refuted: undefined,
    }
  })
  // What a record shows comes before what it changes: the first version of a record is the one that was checked.
  const oldest = named.reverse().map((version) => {
    const record = recordPlaceKey(version.record)
    const check = refuting.get(record)
    if (check !== undefined) refuting.delete(record)
    return { ...version, refuted: check }
  })
  const refuted = checks.filter(isRefuted).length
  return { path, checkouts, versions: oldest, confirmed: checks.length - refuted, refuted, tracked }
}

/** Place of a version by its name; undefined: it is none of these. */
export const placeOfVersion = ({ versions }: FileLife, key: string | undefined): number | undefined => {
  if (key === undefined) return undefined
  const at = versions.findIndex((version) => version.key === key)
  return at === -1 ? undefined : at
}

export interface BlamePlace {
  readonly at: string
  /** Whether the commit has later versions of the file: a blame shows the end of the commit. */
  readonly isLater: boolean
}

/** The commit at whose end a version is blamed; undefined: the newest content of all sessions. */
export const blamePlace = ({ versions }: FileLife, index: number, session: string | undefined): BlamePlace | undefined => {
  const commitId = versions[index]?.commitId
  if (commitId === undefined || (index === versions.length - 1 && session === undefined)) return undefined
  return { at: commitId, isLater: versions.slice(index + 1).some((version) => version.commitId === commitId) }
}

type KnownPlace = Pick<KnownFileView, 'record' | 'sessionId' | 'contentHash' | 'observedAt'>

/** Place of the version with the content that was known; a record that showed it again gives no version. undefined: none has it. */
export const placeOfKnown = (life: FileLife, file: KnownPlace): number | undefined => {
  const { sessionId, contentHash, observedAt } = file
  const isKnown = (version: LifeVersion): boolean =>
    version.sessionId === sessionId &&
    version.contentHash === contentHash &&
    contentHash !== null &&
    (version.occurredAt ?? 0) <= (observedAt ?? Number.POSITIVE_INFINITY)
  const newest = life.versions.reduce<number | undefined>((found, version, at) => (isKnown(version) ? at : found), undefined)
  return placeOfRecord(life, file.record) ?? newest
}

/** The place of the record that gives the newest version whose record this is. */
export const placeOfRecord = ({ versions }: FileLife, record: RecordPlace | null): number | undefined => {
  const key = record === null ? undefined : recordPlaceKey(record)
  const at = versions.findIndex((version) => version.later === 0 && version.key === key)
  return at === -1 ? undefined : at
}
