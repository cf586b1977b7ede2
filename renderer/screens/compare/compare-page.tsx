/** A comparison, with the reader beside it. */
import type { ReactNode } from 'react'
import { CommitScreen } from '../../panels/reader/commit-screen.tsx'
import { CompareScreen } from './compare-screen.tsx'
import type { CompareAddress } from './address.ts'
import { refine } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'

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
