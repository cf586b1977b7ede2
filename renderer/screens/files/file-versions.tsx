/** The versions of a file on a line, and the file at the one that is chosen. */
import { useState, type ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { checkoutEvidence } from '../../../app/model/objects/checkout-words.ts'
import { useDiffLook } from '../../panels/reader/diff/diff-look.ts'
import { go, refine } from '../../ui/address/location.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { FilterChip } from '../../ui/forms/filter-chip.tsx'
import { useResting } from '../../ui/forms/use-resting.ts'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import type { FileFace, FilesAddress } from './address.ts'
import { BlameFace } from './blame/blame-face.tsx'
import { DiffFace } from './compare/diff-face.tsx'
import { DiskFace } from './disk/disk-face.tsx'
import { ContentFace } from './lines/content-face.tsx'
import { useVersionFile } from './lines/known-file.ts'
import type { ShownFile } from './lines/version-file.ts'
import { blamePlace, diskKey, placeOfVersion, type FileLife, type LifeVersion } from './versions/file-life.ts'
import { Scrubber, ScrubberLegend } from './versions/scrubber.tsx'
import { VersionFacts, versionPlace } from './versions/version-facts.tsx'
import { VersionsTable } from './versions/versions-table.tsx'

export interface FileVersionsProps {
  readonly address: FilesAddress
  readonly life: FileLife
  /** Place of the version that is chosen; behind the last one: the file on disk. */
  readonly index: number
  /** The file as it is known at the end of the commit in the address. */
  readonly known?: ShownFile
}

export const FileVersions = ({ address, life, index, known }: FileVersionsProps): ReactNode => {
  const { versions } = life
  const chosen = useResting(index, (at) => refine({ ...address, version: versions[at]?.key ?? diskKey, at: undefined }))
  const newest = versions.at(-1)
  const pointed = versions[chosen.now]
  const settled = versions[index]
  const step = (by: number): void => chosen.move(Math.max(0, Math.min(versions.length, chosen.now + by)))
  useCommands([
    { id: 'files.older', title: 'Previous version', group: 'Files', keys: ['Shift+J'], run: () => step(-1) },
    { id: 'files.newer', title: 'Next version', group: 'Files', keys: ['Shift+K'], run: () => step(1) },
    {
      id: 'files.open',
      title: 'Open the version in its conversation',
      group: 'Files',
      keys: ['o'],
      run: () => {
        if (pointed !== undefined) go(versionPlace(pointed))
      },
    },
  ])
  if (newest === undefined) return null
  const isDiff = address.face === 'diff' && settled !== undefined
  return (
    <>
      <div className="file-versions">
        {isDiff ? <Against address={address} life={life} index={index} /> : null}
        <div className="file-version" role="group" aria-label={isDiff ? 'Version B' : 'Version'}>
          {isDiff ? <span className="compare-name">B</span> : null}
          <Scrubber
            label={isDiff ? 'Version B' : 'Version'}
            versions={versions}
            index={chosen.now}
            onIndex={chosen.move}
            isMain
            last="disk now"
          />
          {pointed === undefined ? <OnDisk /> : <VersionFacts version={pointed} chord="o" />}
        </div>
        <div className="file-version-notes">
          <KnownAt address={address} isShown={known !== undefined} />
          <span className="faint">{checksText(life)}</span>
          <Checkouts checkouts={life.checkouts} />
          <span className="spring" />
          <ScrubberLegend />
        </div>
      </div>
      {settled === undefined ? (
        <DiskFace version={newest} />
      ) : (
        <Face address={address} life={life} index={index} known={known} version={settled} onIndex={chosen.move} pointed={chosen.now} />
      )}
    </>
  )
}

const OnDisk = (): ReactNode => (
  <div className="version-facts">
    <span className="version-title">The file on disk now, beside the newest version that an agent knew</span>
  </div>
)

/** The other checkouts that the versions are from, and why. */
const Checkouts = ({ checkouts }: Pick<FileLife, 'checkouts'>): ReactNode =>
  checkouts.map(({ own, others, links }) => (
    <span key={own} className="faint" title={links.map((link) => `${link.one} and ${link.other}: ${checkoutEvidence(link)}`).join('\n')}>
      {`Same repository as ${countOf(others.length, 'other checkout')}`}
    </span>
  ))

interface KnownAtProps {
  readonly address: FilesAddress
  readonly isShown: boolean
}

const KnownAt = ({ address, isShown }: KnownAtProps): ReactNode => (
  <FilterChip
    text={isShown ? `as known at ${address.at ?? ''}` : undefined}
    what="the newest version"
    onRemove={() => refine({ ...address, at: undefined })}
  />
)

/** The file at the end of a commit, where the list has no version with this content. */
export const FileWithoutVersion = ({ address, life, known }: Required<Omit<FileVersionsProps, 'index'>>): ReactNode => {
  const look = useDiffLook()
  const content = <ContentFace life={life} version={undefined} file={known} isWrapped={look.isWrapped} />
  const shown: Partial<Record<FileFace, ReactNode>> = {
    diff: <Empty title="No version selected">Choose one in the list of versions to compare it.</Empty>,
    blame: <BlameFace path={life.path} at={address.at} isWrapped={look.isWrapped} />,
    versions: (
      <VersionsTable
        life={life}
        index={undefined}
        onIndex={(at) => refine({ ...address, version: life.versions[at]?.key, at: undefined })}
      />
    ),
  }
  return (
    <>
      <div className="file-versions">
        <div className="file-version-notes">
          <KnownAt address={address} isShown />
          <span className="faint" role="status">
            No version is selected: none in this list has this content.
          </span>
        </div>
      </div>
      {shown[address.face] ?? content}
    </>
  )
}

const checksText = ({ confirmed, refuted }: FileLife): string =>
  confirmed + refuted === 0
    ? 'No later observation of what was known'
    : `${countOf(confirmed + refuted, 'later observation')}: ${formatCount(confirmed)} confirmed, ${formatCount(refuted)} refuted`

/** The version that a comparison begins with; undefined: there is none before. */
const placeOfAgainst = ({ against }: FilesAddress, life: FileLife, index: number): number | undefined =>
  placeOfVersion(life, against) ?? (index === 0 ? undefined : index - 1)

const Against = ({ address, life, index }: Pick<FileVersionsProps, 'address' | 'life' | 'index'>): ReactNode => {
  const { versions } = life
  const chosen = useResting(placeOfAgainst(address, life, index), (at) => {
    if (at !== undefined) refine({ ...address, against: versions[at]?.key })
  })
  const version = chosen.now === undefined ? undefined : versions[chosen.now]
  return chosen.now === undefined || version === undefined ? null : (
    <div className="file-version" role="group" aria-label="Version A">
      <span className="compare-name">A</span>
      <Scrubber label="Version A" versions={versions} index={chosen.now} onIndex={chosen.move} isMain={false} />
      <VersionFacts version={version} />
    </div>
  )
}

interface FaceProps extends Omit<FileVersionsProps, 'known'> {
  readonly known: ShownFile | undefined
  readonly version: LifeVersion
  /** Place of the version that is pointed at, before it is chosen. */
  readonly pointed: number
  readonly onIndex: (index: number) => void
}

const Face = (props: FaceProps): ReactNode => {
  const { address, life, index, known, version } = props
  const look = useDiffLook()
  switch (address.face) {
    case 'diff': {
      const against = placeOfAgainst(address, life, index)
      const before = against === undefined ? undefined : life.versions[against]
      return <DiffFace life={life} session={address.session} before={before} after={version} />
    }
    case 'blame': {
      if (known !== undefined) return <BlameFace path={life.path} at={address.at} isWrapped={look.isWrapped} />
      const place = blamePlace(life, index, address.session)
      return <BlameFace path={version.path} at={place?.at} isLater={place?.isLater ?? false} isWrapped={look.isWrapped} />
    }
    case 'disk':
      return <DiskFace version={version} />
    case 'versions':
      return <VersionsTable life={life} index={props.pointed} onIndex={props.onIndex} />
    default:
      return known === undefined ? (
        <VersionContent life={life} version={version} session={address.session} isWrapped={look.isWrapped} />
      ) : (
        <ContentFace life={life} version={version} file={known} isWrapped={look.isWrapped} />
      )
  }
}

interface VersionContentProps {
  readonly life: FileLife
  readonly version: LifeVersion
  readonly session: string | undefined
  readonly isWrapped: boolean
}

/** The version before stays until the next one has arrived: nothing flickers while versions pass. */
const VersionContent = ({ life, version, session, isWrapped }: VersionContentProps): ReactNode => {
  const call = useVersionFile(life.path, version, session)
  const [held, setHeld] = useState<{ readonly version: LifeVersion; readonly file: ShownFile } | undefined>()
  if (call.kind === 'done' && held?.file !== call.value) setHeld({ version, file: call.value })
  if (call.kind === 'pending' && held !== undefined)
    return (
      <div className="file-held" aria-busy="true">
        <ContentFace life={life} version={held.version} file={held.file} isWrapped={isWrapped} />
      </div>
    )
  return (
    <Loaded call={call} what="Reading the version">
      {(file) => (
        <div className="file-held">
          <ContentFace life={life} version={version} file={file} isWrapped={isWrapped} />
        </div>
      )}
    </Loaded>
  )
}
