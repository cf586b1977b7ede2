/** The reader: one commit with its metadata, its commands, and its delta as a conversation. */
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { CommitDetail, CommitView } from '../../../app/contract/commits.ts'
import { isReturn } from '../../ui/address/location.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { afterRowsMs } from '../../ui/calls/use-changed.ts'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { CommitDetails } from './commit-details.tsx'
import { CommitHead } from './commit-head.tsx'
import { ContextLens, type ContextLensProps } from './context/context-lens.tsx'
import { openPart } from './context/open-part.ts'
import { ConversationView } from './conversation-view.tsx'
import { CommitFiles } from './commit-files.tsx'
import { CommitObjects } from './objects/commit-objects.tsx'
import { RawView } from './raw-view.tsx'
import { readingSource } from './reading-source.ts'
import './reader.css'

export interface CommitScreenProps {
  readonly commitId: string
  /** Record that is gone to, `sourceId:line`. */
  readonly sought?: string | undefined
  /** Reply of the main chain whose context is shown first, by its number. */
  readonly reply?: number | undefined
  /** Goes to another commit, of this or another session. */
  readonly onCommit: (commit: CommitView) => void
}

type Face = 'conversation' | 'context' | 'details' | 'files' | 'objects' | 'raw'

const faces = [
  ['conversation', 'Conversation'],
  ['details', 'Details'],
  ['context', 'Context'],
  ['files', 'Files'],
  ['objects', 'Objects'],
  ['raw', 'Raw'],
] as const

export const CommitScreen = (props: CommitScreenProps): ReactNode => {
  const call = useQuery('commit.show', { commitId: props.commitId })
  return (
    <section className="screen reader" aria-label="Commit">
      <Loaded call={call} what="Reading the commit">
        {(detail) => <Reader key={`${detail.commit.commitId} ${props.reply === undefined ? '' : 'context'}`} {...props} detail={detail} />}
      </Loaded>
    </section>
  )
}

const openInSession: ContextLensProps['onPart'] = (part, commit) => openPart(part, commit)

const Reader = ({ detail, onCommit, sought, reply }: CommitScreenProps & { readonly detail: CommitDetail }): ReactNode => {
  const [face, setFace] = useFace(detail.commit.commitId, reply !== undefined)
  useCommands([
    {
      id: 'commit.face',
      title: 'Conversation, details, context, files, objects or raw',
      group: 'Commit',
      keys: ['v'],
      run: () => setFace(nextFace(face)),
    },
  ])
  const { commitId } = detail.commit
  const make = useCallback(() => readingSource(commitId, sought), [commitId, sought])
  // A commit that is open changes rarely: the log beside it comes first.
  const rows = useRowSource(`${commitId} ${sought ?? ''}`, make, detail.commit.sessionId, afterRowsMs)
  return (
    <>
      <CommitHead
        detail={detail}
        onCommit={onCommit}
        faces={<Segments label="Show as" chosen={face} choices={faces} onChoose={setFace} />}
      />
      {face === 'conversation' ? <ConversationView name={commitId} rows={rows} /> : null}
      {face === 'context' ? <ContextLens key={reply} commit={detail.commit} reply={reply} onPart={openInSession} /> : null}
      {face === 'files' ? <CommitFiles commit={detail.commit} /> : null}
      {face === 'objects' ? <CommitObjects commit={detail.commit} /> : null}
      {face === 'details' ? <CommitDetails detail={detail} onCommit={onCommit} /> : null}
      {face === 'raw' ? <RawView artifactRef={detail.commit.artifactHash} /> : null}
    </>
  )
}

/** The face that each commit was left with, for those who come back to it. */
const leftWith = new Map<string, Face>()

const useFace = (commitId: string, isContext: boolean): readonly [Face, (face: Face) => void] => {
  const [face, setFace] = useState<Face>(
    () => (isReturn() ? leftWith.get(commitId) : undefined) ?? (isContext ? 'context' : 'conversation'),
  )
  useEffect(() => {
    leftWith.set(commitId, face)
  }, [commitId, face])
  return [face, setFace]
}

const nextFace = (face: Face): Face => {
  const place = faces.findIndex(([each]) => each === face)
  return faces[(place + 1) % faces.length]?.[0] ?? 'conversation'
}
