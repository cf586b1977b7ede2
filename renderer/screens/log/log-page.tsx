/** The log of every session, with the reader beside it. */
import { useCallback, type ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import { LogScreen } from '../../panels/log/log-screen.tsx'
import { CommitScreen } from '../../panels/reader/commit-screen.tsx'
import type { LogAddress } from './address.ts'
import { go, refine } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'

export const LogPage = ({ address }: { readonly address: LogAddress }): ReactNode => {
  const select = useCallback((commit: CommitView) => refine({ ...address, commit: commit.commitId }), [address])
  return (
    <Split
      name="log"
      label="Border between log and reader"
      direction="columns"
      share={0.5}
      first={
        <LogScreen
          sessionId={undefined}
          of={address.of}
          text={address.text}
          filters={address.filters}
          commit={address.commit}
          onText={(text) => refine({ ...address, text })}
          onFilters={(filters) => refine({ ...address, filters })}
          onOf={(of) => refine({ ...address, of })}
          onCommit={select}
        />
      }
      second={
        address.commit === undefined ? undefined : (
          <CommitScreen commitId={address.commit} onCommit={(commit) => go({ ...address, commit: commit.commitId })} />
        )
      }
    />
  )
}
