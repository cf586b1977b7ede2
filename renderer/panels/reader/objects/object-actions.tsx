/** Actions on the selected object, which change the state of a fork only. */
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

const demotion: Offer = { change: 'demote', title: 'Demote', hint: 'Remove it from the context, its line too; the session index keeps it' }

/** The changes that make a difference to an object. */
const offersFor = ({ level, pinned }: StatedObject): readonly Offer[] => [
  level === 'active'
    ? { change: 'deactivate', title: 'Deactivate', hint: 'Leave one line of it in the context' }
    : { change: 'activate', title: 'Activate', hint: 'Put it into the context in full' },
  pinned
    ? { change: 'unpin', title: 'Unpin', hint: 'Let a policy collapse it again' }
    : { change: 'pin', title: 'Pin', hint: 'Keep it in the context in full under every policy' },
  ...(level === 'indexed' ? [] : [demotion]),
]

export interface ObjectActionsProps {
  readonly commit: CommitView
  /** Forks of the commit. */
  readonly forks: readonly string[]
  /** The fork whose state changes; null: none. */
  readonly on: string | null
  readonly object: StatedObject | undefined
}

export const ObjectActions = ({ commit, forks, on, object }: ObjectActionsProps): ReactNode => {
  const [isBusy, setBusy] = useState(false)
  const offers = on === null || object === undefined || object.locked ? [] : offersFor(object)
  const change = ({ change: wanted }: Offer): void => {
    if (on === null || object === undefined || isBusy) return
    setBusy(true)
    ask('state.change', { objectId: object.id, on, change: wanted })
      .catch(showFailure)
      .finally(() => setBusy(false))
  }
  useCommands(
    offers.map((offer) => ({ id: `object.${offer.change}`, title: offer.title, group: 'Object', keys: [], run: () => change(offer) })),
  )
  if (on === null && forks.length > 0) return <span className="faint">Choose a fork to change its state.</span>
  if (on === null)
    return (
      <Button
        label="Fork to change the state…"
        isSmall
        look="quiet"
        hint="The state of an imported session cannot be changed. Make a fork to change it."
        onPress={() => openCommitDialog('fork', commit)}
      />
    )
  if (object === undefined) return <span className="faint">Select an object to change its state on {on}.</span>
  if (object.locked) return <span className="faint">Locked: its state cannot be changed.</span>
  // By place: a button that was pressed keeps the focus when it becomes the opposite one.
  return offers.map((offer, place) => (
    <Button key={place} label={offer.title} hint={offer.hint} isSmall look="quiet" isDisabled={isBusy} onPress={() => change(offer)} />
  ))
}
