/** The conversation that an agent would see from a commit, to read. */
import { Copy, GitCommitVertical, Save } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import type { MaterialisedView } from '../../../app/contract/materialise.ts'
import type { MaterialisedAddress } from './address.ts'
import { chainPlace } from '../session/address.ts'
import { artifactName, saveArtifact } from '../../ui/jobs/save-artifact.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { MaterialisedFacts, stopWords } from '../../ui/jobs/materialised-facts.tsx'
import { copyText, showFailure } from '../../ui/layout/notice.ts'
import { go } from '../../ui/address/location.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { useJobQuery } from '../../ui/jobs/use-job-query.ts'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { ConversationView } from '../../panels/reader/conversation-view.tsx'
import { RawView } from '../../panels/reader/raw-view.tsx'
import { artifactKey, artifactSource } from '../../panels/reader/reading-source.ts'
import '../../panels/reader/reader.css'

export const MaterialisedScreen = ({ address }: { readonly address: MaterialisedAddress }): ReactNode => {
  const { commit, stop, format } = address
  const call = useJobQuery('materialise.start', { commitId: commit, stop, ...(format === undefined ? {} : { format }) })
  return (
    <section className="screen reader" aria-label="Materialised conversation">
      <Loaded call={call} what="Rebuilding the conversation">
        {(view) => <Materialised key={view.artifactHash} address={address} view={view} />}
      </Loaded>
    </section>
  )
}

type Face = 'conversation' | 'facts' | 'raw'

const faces = [
  ['conversation', 'Conversation'],
  ['facts', 'Details'],
  ['raw', 'Raw'],
] as const

interface MaterialisedProps {
  readonly address: MaterialisedAddress
  readonly view: MaterialisedView
}

const Materialised = ({ address, view }: MaterialisedProps): ReactNode => {
  const [face, setFace] = useState<Face>('conversation')
  useCommands([
    {
      id: 'commit.face',
      title: 'Conversation, details or raw',
      group: 'View',
      keys: ['v'],
      run: () => setFace(faceAfter(face)),
    },
  ])
  return (
    <>
      <MaterialisedHead address={address} view={view}>
        <Segments label="Show as" chosen={face} choices={faces} onChoose={setFace} />
      </MaterialisedHead>
      {view.artifactHash === null ? (
        <Empty title="Empty conversation">Its commits contain nothing that an agent would see.</Empty>
      ) : (
        <FaceOf face={face} view={view} hash={view.artifactHash} />
      )}
    </>
  )
}

const faceAfter = (face: Face): Face => faces[(faces.findIndex(([each]) => each === face) + 1) % faces.length]?.[0] ?? 'conversation'

const FaceOf = ({ face, view, hash }: { readonly face: Face; readonly view: MaterialisedView; readonly hash: string }): ReactNode => {
  switch (face) {
    case 'conversation':
      return view.tier === 'raw' ? (
        <Empty title="Unknown format">“Raw” shows the stored bytes.</Empty>
      ) : (
        <ReadArtifact hash={hash} format={view.format} />
      )
    case 'facts':
      return (
        <div className="details">
          <div>
            <MaterialisedFacts view={view} />
          </div>
        </div>
      )
    case 'raw':
      return <RawView artifactRef={hash} />
  }
}

const ReadArtifact = ({ hash, format }: { readonly hash: string; readonly format: string }): ReactNode => {
  const name = artifactKey(hash, format)
  const make = useCallback(() => artifactSource(hash, format), [hash, format])
  const rows = useRowSource(name, make, hash)
  return <ConversationView name={name} rows={rows} />
}

const MaterialisedHead = ({ address, view, children }: MaterialisedProps & { readonly children: ReactNode }): ReactNode => {
  const name = artifactName(address.commit, view.format)
  const openCommit = (): void => {
    ask('commit.show', { commitId: address.commit }).then(({ commit }) => go(chainPlace(commit)), showFailure)
  }
  return (
    <header className="commit-head">
      <h1>What an agent sees at {address.commit}</h1>
      <div className="commit-facts">
        <span>{stopWords(address.stop)}</span>
        <span className="faint">
          {countOf(view.commitCount, 'commit')}, {countOf(view.messageCount, 'item')}, {formatBytes(view.bytes)}
        </span>
        <span className="mono faint">{view.format}</span>
        <span className="faint">
          {view.lost.length === 0 ? 'nothing changed or lost' : `${countOf(view.lost.length, 'kind')} of content changed or lost`}
        </span>
      </div>
      <div className="commit-commands">
        {children}
        <span className="spring" />
        <Button label="Show commit" isSmall look="quiet" icon={<GitCommitVertical size={14} aria-hidden="true" />} onPress={openCommit} />
        <Button
          label="Copy ref"
          isSmall
          look="quiet"
          isDisabled={view.artifactRef === null}
          icon={<Copy size={14} aria-hidden="true" />}
          onPress={() => view.artifactRef !== null && copyText(view.artifactRef, view.artifactRef)}
        />
        <Button
          label="Save to a file…"
          isSmall
          look="quiet"
          isDisabled={view.artifactHash === null}
          icon={<Save size={14} aria-hidden="true" />}
          onPress={() => view.artifactHash !== null && saveArtifact(view.artifactHash, name)}
        />
      </div>
    </header>
  )
}
