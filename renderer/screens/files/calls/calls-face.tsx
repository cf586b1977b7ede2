/** The calls that were given a file, and the one that is chosen in its commit. */
import type { ReactNode } from 'react'
import { CommitScreen } from '../../../panels/reader/commit-screen.tsx'
import { chainPlace } from '../../session/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordOfEvent } from '../../../ui/address/record-key.ts'
import { Empty } from '../../../ui/layout/async-states.tsx'
import { Split } from '../../../ui/layout/split.tsx'
import { CallsList, type CallsListProps } from './calls-list.tsx'

export const CallsFace = (props: CallsListProps): ReactNode => {
  const { address } = props
  return (
    <Split
      name="file-calls"
      label="Border between calls and reader"
      direction="rows"
      share={0.4}
      first={<CallsList {...props} />}
      second={
        address.commit === undefined ? (
          <Empty title={address.call === undefined ? 'No call selected' : 'No commit contains this call'} />
        ) : (
          <CommitScreen commitId={address.commit} sought={recordOfEvent(address.call)} onCommit={(commit) => go(chainPlace(commit))} />
        )
      }
    />
  )
}
