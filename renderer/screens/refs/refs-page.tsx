/** Forks, tags and pins, with the reader beside them. */
import type { ReactNode } from 'react'
import { CommitScreen } from '../../panels/reader/commit-screen.tsx'
import { RefsScreen } from './refs-screen.tsx'
import type { RefsAddress } from './address.ts'
import { chainPlace } from '../session/address.ts'
import { go } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'

export const RefsPage = ({ address }: { readonly address: RefsAddress }): ReactNode => (
  <Split
    name="refs"
    label="Border between names and reader"
    direction="columns"
    share={0.5}
    first={<RefsScreen address={address} />}
    second={
      address.at === undefined ? undefined : (
        <CommitScreen commitId={address.at.replace(/^pin\//, '')} onCommit={(commit) => go(chainPlace(commit))} />
      )
    }
  />
)
