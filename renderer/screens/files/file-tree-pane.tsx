/** The paths of the files that agents read and changed, with their filters. */
import { useMemo, useRef, useState, type ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { TouchedFile } from '../../../app/contract/files.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { shortSessionName } from '../../../app/model/session-name.ts'
import { refine } from '../../ui/address/location.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import { FilterChip } from '../../ui/forms/filter-chip.tsx'
import { SearchField, type TextControl } from '../../ui/forms/search-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { EmptyList } from '../../ui/layout/unreadable.tsx'
import { filesAddress, type FilesAddress } from './address.ts'
import { FileTree } from './tree/file-tree.tsx'
import { useOpenFolders } from './tree/open-folders.ts'
import { pathTree } from './tree/path-tree.ts'

interface PaneProps {
  readonly address: FilesAddress
}

/** More files are left to the filters. */
const maxFiles = 100_000

const queryOf = ({ project, session }: FilesAddress, text: string | undefined): CallInput<'files.list'> => ({
  limit: maxFiles,
  ...(text === undefined ? {} : { text }),
  ...(project === undefined ? {} : { project }),
  ...(session === undefined ? {} : { sessionId: session }),
})

export const FileTreePane = ({ address }: PaneProps): ReactNode => {
  const [long, setLong] = useState<string | undefined>()
  const list = JSON.stringify([address.project, address.session])
  // The window filters as one types; a list that is too long for it is filtered by the engine.
  const isLong = long === list
  const call = useQuery('files.list', queryOf(address, isLong ? address.text : undefined), address.session)
  if (call.kind === 'done' && call.value.total > call.value.rows.length && !isLong) setLong(list)
  const field = useRef<TextControl>(null)
  const matching = useMemo(() => (call.kind === 'done' ? call.value.rows.filter(hasText(address.text)) : []), [call, address.text])
  return (
    <section className="screen files-pane" aria-label="Paths">
      <div className="bar">
        <SearchField label="Filter by path" input={field} text={address.text} onText={(text) => refine({ ...address, text })} />
        <FilterChip
          text={address.project === undefined ? undefined : shortenPath(address.project, 32)}
          what="files of all projects"
          onRemove={() => refine({ ...address, project: undefined })}
        />
        <FilterChip
          text={address.session === undefined ? undefined : `session ${shortSessionName(address.session)}`}
          what="files of all sessions"
          onRemove={() => refine({ ...address, session: undefined })}
        />
        <span className="faint" role="status">
          {call.kind === 'done' ? totalText(matching.length, call.value.total, isLong || address.text === undefined) : ''}
        </span>
      </div>
      <Loaded call={call} what="Reading the files">
        {({ total }) => {
          if (total === 0 || matching.length === 0) return <NoFiles address={address} />
          return <Tree address={address} files={matching} onType={() => typeInto(field.current)} />
        }}
      </Loaded>
    </section>
  )
}

/** A part of the path, capitals or not. */
const hasText =
  (text: string | undefined) =>
  ({ path }: TouchedFile): boolean =>
    text === undefined || path.toLowerCase().includes(text.toLowerCase())

/** @param isOfMatching whether the total is that of the matching files */
const totalText = (shown: number, total: number, isOfMatching: boolean): string =>
  isOfMatching && total > shown ? `${formatCount(shown)} of ${countOf(total, 'file')}` : countOf(shown, 'file')

/** The key that is being pressed goes into the field, behind what it contains. */
const typeInto = (field: TextControl | null): void => {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

interface TreeProps extends PaneProps {
  readonly files: readonly TouchedFile[]
  readonly onType: () => void
}

const Tree = ({ address, files, onType }: TreeProps): ReactNode => {
  const { text, project, session, path } = address
  const list = JSON.stringify({ text, project, session })
  const tree = useMemo(() => pathTree(files), [files])
  // What a filter found is shown, however many folders it is in.
  const folders = useOpenFolders(list, text === undefined ? files.length : 0, path)
  return (
    <FileTree
      tree={tree}
      folders={folders}
      selected={path}
      onSelect={(next) => refine({ ...filesAddress, text, project, session, face: address.face, path: next })}
      onType={onType}
      memory={`files ${list}`}
    />
  )
}

const NoFiles = ({ address }: PaneProps): ReactNode =>
  address.text === undefined && address.project === undefined && address.session === undefined ? (
    <EmptyList title="No files yet" unreadable="No readable files">
      Import a session in which an agent read or changed a file.
    </EmptyList>
  ) : (
    <Empty title="No matching files" actions={<Button label="Show all files" onPress={() => refine(filesAddress)} />} />
  )
