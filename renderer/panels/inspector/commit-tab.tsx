/** The commit itself: id, parent, names, commands, record, raw bytes. */
import { useState, type ReactNode } from 'react'
import { Segments } from '../../ui/forms/segments.tsx'
import { CommitDetails } from '../reader/commit-details.tsx'
import { CommitHead } from '../reader/commit-head.tsx'
import { RawView } from '../reader/raw-view.tsx'
import type { InspectedProps, InspectorTab } from './tab.ts'

const faces = [
  ['details', 'Details'],
  ['raw', 'Raw'],
] as const

const CommitTab = ({ detail, onCommit }: InspectedProps): ReactNode => {
  const [face, setFace] = useState<(typeof faces)[number][0]>('details')
  return (
    <>
      <CommitHead
        detail={detail}
        onCommit={onCommit}
        faces={<Segments label="Show commit as" chosen={face} choices={faces} onChoose={setFace} />}
      />
      {face === 'details' ? <CommitDetails detail={detail} onCommit={onCommit} /> : <RawView artifactRef={detail.commit.artifactHash} />}
    </>
  )
}

export const commitTab: InspectorTab = { id: 'commit', title: 'Commit', component: CommitTab }
