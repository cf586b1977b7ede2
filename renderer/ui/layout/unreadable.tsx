/** What a store cannot show because packs are missing or damaged: an empty list is not empty then. */
import type { ReactNode } from 'react'
import { unreadableReason } from '../../../app/model/format/unreadable-text.ts'
import { useQuery } from '../calls/use-query.ts'
import { runCommand } from '../commands/commands.ts'
import { Empty } from './async-states.tsx'
import { Button } from './button.tsx'

/** Undefined: everything can be shown, or it is not known yet. */
export const useUnreadable = (): string | undefined => {
  const call = useQuery('store.show', {})
  return call.kind === 'done' ? unreadableReason(call.value.unreadable) : undefined
}

export const VerifyStore = (): ReactNode => <Button label="Verify the store" onPress={() => runCommand('store.verify')} />

interface EmptyListProps {
  readonly title: string
  /** The title while sessions cannot be read. */
  readonly unreadable: string
  readonly children: ReactNode
}

/** A list without rows, or the reason why the store cannot show them. */
export const EmptyList = ({ title, unreadable, children }: EmptyListProps): ReactNode => {
  const reason = useUnreadable()
  if (reason === undefined) return <Empty title={title}>{children}</Empty>
  return (
    <Empty title={unreadable} actions={<VerifyStore />}>
      {reason}
    </Empty>
  )
}
