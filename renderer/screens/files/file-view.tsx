/** One file: its versions over time, and its content, its changes, its authors or its calls at one of them. */
import { useMemo, type ReactNode } from 'react'
import type { FileHistoryView } from '../../../app/contract/objects.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { go } from '../../ui/address/location.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { faces, type FileFace, type FilesAddress } from './address.ts'
import { CallsFace } from './calls/calls-face.tsx'
import { FileHead } from './file-head.tsx'
import { FileVersions, FileWithoutVersion } from './file-versions.tsx'
import { diskKey, fileLife, placeOfKnown, placeOfVersion, type FileLife } from './versions/file-life.ts'

export interface FileViewProps {
  readonly address: FilesAddress
  readonly path: string
}

/** All versions are asked for together: the scrubber shows them all. */
const maxVersions = 100_000

export const FileView = ({ address, path }: FileViewProps): ReactNode => {
  const show = (face: FileFace): void => go({ ...address, face })
  useCommands(
    faces.map(([face, title], place) => ({
      id: `files.${face}`,
      title: `${title} of the file`,
      group: 'Files',
      keys: [String(place + 1)],
      run: () => show(face),
    })),
  )
  return (
    <section className="screen file-pane" aria-label="File">
      <FileHead path={path} face={address.face} onFace={show} />
      {address.face === 'calls' ? <CallsFace address={address} path={path} /> : <WithHistory address={address} path={path} />}
    </section>
  )
}

const WithHistory = ({ address, path }: FileViewProps): ReactNode => {
  const { session } = address
  const ofSession = session === undefined ? {} : { sessionId: session }
  const call = useQuery('file.history', { path, ...ofSession, limit: maxVersions }, session)
  return (
    <Loaded call={call} what="Reading the versions">
      {(history) => <WithLife address={address} history={history} />}
    </Loaded>
  )
}

interface WithLifeProps {
  readonly address: FilesAddress
  readonly history: FileHistoryView
}

const WithLife = ({ address, history }: WithLifeProps): ReactNode => {
  const life = useMemo(() => fileLife(history), [history])
  if (life.versions.length === 0)
    return (
      <Empty title="No version known" actions={<Button label="Show calls" onPress={() => go({ ...address, face: 'calls' })} />}>
        No record of these sessions shows the content of the file.
      </Empty>
    )
  if (address.at !== undefined && address.version === undefined) return <AtCommit address={address} life={life} at={address.at} />
  const index = address.version === diskKey ? life.versions.length : placeOfVersion(life, address.version)
  return <FileVersions address={address} life={life} index={index ?? firstShown(life, address.face)} />
}

/** The newest version; a comparison begins with the newest one that differs from the one before. */
const firstShown = ({ versions }: FileLife, face: FileFace): number => {
  const last = versions.length - 1
  if (face !== 'diff') return last
  const changed = versions.reduce((newest, { contentHash }, at) => {
    const before = versions[at - 1]
    return before !== undefined && (contentHash === null || contentHash !== before.contentHash) ? at : newest
  }, -1)
  return changed === -1 ? last : changed
}

interface AtCommitProps {
  readonly address: FilesAddress
  readonly life: FileLife
  readonly at: string
}

/** The file as it is known at the end of a commit. */
const AtCommit = ({ address, life, at }: AtCommitProps): ReactNode => {
  const call = useQuery('file.show', { path: life.path, at })
  return (
    <Loaded call={call} what="Reading the file">
      {(file) => {
        const index = placeOfKnown(life, file)
        return index === undefined ? (
          <FileWithoutVersion address={address} life={life} known={file} />
        ) : (
          <FileVersions address={address} life={life} index={index} known={file} />
        )
      }}
    </Loaded>
  )
}
