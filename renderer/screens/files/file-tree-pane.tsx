/** The paths of the files that agents read and changed, with their filters. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
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
import { foldedPaths, treeFiles, type FoldedPaths, type TreeFile } from './tree/folded-paths.ts'
import { useOpenFolders } from './tree/open-folders.ts'
import { firstPath, pathTree } from './tree/path-tree.ts'

interface PaneProps {
  readonly address: FilesAddress
}

const noRepositories = { repositories: [] } as const

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
  const repositories = useQuery('repositories.list', {})
  const field = useRef<TextControl>(null)
  // Until the engine knows which folders are checkouts of one repository, each path is alone.
  const folded = useMemo(
    () => foldedPaths(call.kind === 'done' ? call.value.rows : [], repositories.kind === 'done' ? repositories.value : noRepositories),
    [call, repositories],
  )
  const matching = useMemo(() => (call.kind === 'done' ? call.value.rows.filter(hasText(address.text)) : []), [call, address.text])
  const files = useMemo(() => treeFiles(matching, folded), [matching, folded])
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
          {call.kind === 'done' ? totalText(files.length, matching.length, call.value.total, isLong || address.text === undefined) : ''}
        </span>
      </div>
      <Loaded call={call} what="Reading the files">
        {({ total }) => {
          if (total === 0 || matching.length === 0) return <NoFiles address={address} />
          return (
            <Tree
              address={address}
              files={files}
              folded={folded}
              isFolded={repositories.kind !== 'pending'}
              onType={() => typeInto(field.current)}
            />
          )
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

/** @param paths of the files that are shown @param isOfMatching whether the total is that of the matching paths */
const totalText = (files: number, paths: number, total: number, isOfMatching: boolean): string => {
  if (files < paths) return `${countOf(files, 'file')}, ${countOf(paths, 'path')}`
  return isOfMatching && total > paths ? `${formatCount(paths)} of ${countOf(total, 'file')}` : countOf(paths, 'file')
}

/** The key that is being pressed goes into the field, behind what it contains. */
const typeInto = (field: TextControl | null): void => {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

interface TreeProps extends PaneProps {
  readonly files: readonly TreeFile[]
  readonly folded: FoldedPaths
  /** Whether it is known which folders are checkouts of one repository: the order of the files is the last one. */
  readonly isFolded: boolean
  readonly onType: () => void
}

const Tree = ({ address, files, folded, isFolded, onType }: TreeProps): ReactNode => {
  const { text, project, session, path } = address
  const list = JSON.stringify({ text, project, session })
  const tree = useMemo(() => pathTree(files, folded), [files, folded])
  // What a filter found is shown, however many folders it is in.
  const folders = useOpenFolders(list, text === undefined ? files.length : 0, path === undefined ? undefined : folded.keyOf(path))
  const select = (next: string): void => refine({ ...filesAddress, text, project, session, face: address.face, path: next })
  // On arrival the first file is selected: the pane beside the tree shows something.
  const first = isFolded && path === undefined ? firstPath(tree) : undefined
  const latest = useRef(select)
  useEffect(() => {
    latest.current = select
  })
  useEffect(() => {
    if (first !== undefined) latest.current(first)
  }, [first])
  return <FileTree tree={tree} folders={folders} selected={path} onSelect={select} onType={onType} memory={`files ${list}`} />
}

const NoFiles = ({ address }: PaneProps): ReactNode =>
  address.text === undefined && address.project === undefined && address.session === undefined ? (
    <EmptyList title="No files yet" unreadable="No readable files">
      Import a session in which an agent read or changed a file.
    </EmptyList>
  ) : (
    <Empty title="No matching files" actions={<Button label="Show all files" onPress={() => refine(filesAddress)} />} />
  )
