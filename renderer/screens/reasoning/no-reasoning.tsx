/** Why there is nothing to show: sessions cannot be read, none is imported, or what the screen says of it. */
import type { ReactNode } from 'react'
import { useQuery } from '../../ui/calls/use-query.ts'
import { go } from '../../ui/address/location.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useUnreadable, VerifyStore } from '../../ui/layout/unreadable.tsx'

interface NoReasoningProps {
  /** The title while sessions cannot be read. */
  readonly unreadable: string
  readonly children: ReactNode
}

export const NoReasoning = ({ unreadable, children }: NoReasoningProps): ReactNode => {
  const reason = useUnreadable()
  const store = useQuery('store.show', {})
  if (reason !== undefined)
    return (
      <Empty title={unreadable} actions={<VerifyStore />}>
        {reason}
      </Empty>
    )
  if (store.kind === 'done' && store.value.sessions === 0)
    return (
      <Empty title="No sessions yet" actions={<Button label="Go to sources" look="primary" onPress={() => go({ view: 'sources' })} />}>
        Import a folder of transcripts. What was decided in them appears here.
      </Empty>
    )
  return children
}
