/** What can be changed about the object that is selected: the state of a fork only. */
import { useState, type ReactNode } from 'react'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { CommitView } from '../../../../app/contract/commits.ts'
import type { StatedObject } from '../../../../app/contract/session-state.ts'
import { ask } from '../../../ui/calls/bridge.ts'
import { openCommitDialog } from '../../../ui/commands/commit-dialog.ts'
import { useCommands } from '../../../ui/commands/commands.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { showFailure } from '../../../ui/layout/notice.ts'

type Change = CallInput<'state.change'>['change']

interface Offer {
  readonly change: Change
  readonly title: string
  readonly hint: string
}

/** The two changes that make a difference to an object. */
const offersFor = ({ level, pinned }: StatedObject): readonly Offer[] => [
  level === 'active'
    ? { change: 'deactivate', title: 'Deactivate', hint: 'Leave one line of it in the context' }
    : { change: 'activate', title: 'Activate', hint: 'Put it into the context in full' },
  pinned
    ? { change: 'unpin', title: 'Unpin', hint: 'Collapse it as the policy says' }
    : { change: 'pin', title: 'Pin', hint: 'Keep it in the context in full under every policy' },
]

export interface ObjectActionsProps {
  readonly commit: CommitView
  /** The fork whose state changes; null: none. */
  readonly on: string | null
  readonly object: StatedObject | undefined
}

export const ObjectActions = ({ commit, on, object }: ObjectActionsProps): ReactNode => {
  const [isBusy, setBusy] = useState(false)
  const isReady = on !== null && object !== undefined && !object.locked && !isBusy
  const offers = object === undefined || object.locked ? [] : offersFor(object)
  const change = ({ change: wanted }: Offer): void => {
    if (on === null || object === undefined) return
    setBusy(true)
    ask('state.change', { objectId: object.id, on, change: wanted })
      .catch(showFailure)
      .finally(() => setBusy(false))
  }
  useCommands(
    isReady
      ? offers.map((offer) => ({ id: `object.${offer.change}`, title: offer.title, group: 'Object', keys: [], run: () => change(offer) }))
      : [],
  )
  if (on === null)
    return (
      <Button
        label="Fork…"
        isSmall
        look="quiet"
        hint="The state of an imported session does not change; that of a fork does"
        onPress={() => openCommitDialog('fork', commit)}
      />
    )
  if (object === undefined) return <span className="faint">Select an object to change its state on {on}.</span>
  if (object.locked) return <span className="faint">Locked: always as it is.</span>
  return offers.map((offer) => (
    <Button
      key={offer.change}
      label={offer.title}
      hint={offer.hint}
      isSmall
      look="quiet"
      isDisabled={isBusy}
      onPress={() => change(offer)}
    />
  ))
}
