/** A comparison, with the reader beside it. */
import type { ReactNode } from 'react'
import { CommitScreen } from './commit/commit-screen.tsx'
import { CompareScreen } from './compare/compare-screen.tsx'
import type { CompareAddress } from './ui/address.ts'
import { refine } from './ui/place.ts'
import { Split } from './ui/split.tsx'

export const ComparePage = ({ address }: { readonly address: CompareAddress }): ReactNode => (
  <Split
    name="compare"
    label="Border between comparison and reader"
    direction="columns"
    share={0.55}
    first={<CompareScreen address={address} />}
    second={
      <CommitScreen commitId={address.commit ?? address.right} onCommit={(commit) => refine({ ...address, commit: commit.commitId })} />
    }
  />
)
