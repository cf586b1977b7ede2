/** Which chain the log shows: all of the session’s, or the ancestors of one ref. */
import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { RefView } from '../../../app/contract/commits.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { refName } from './ref-label.ts'
import '../../ui/commands/menu.css'

export interface ChainChoiceProps {
  readonly sessionId: string | undefined
  readonly of: string | undefined
  readonly onOf: (of: string | undefined) => void
}

export const ChainChoice = ({ sessionId, of, onOf }: ChainChoiceProps): ReactNode => {
  const call = useQuery('refs.list', sessionId === undefined ? {} : { sessionId }, sessionId)
  const refs = call.kind === 'done' ? call.value : []
  const own = sessionId === undefined ? refs.filter((ref) => ref.kind === 'fork' || ref.kind === 'tag') : refs
  if (own.length < (sessionId === undefined ? 1 : 2) && of === undefined) return null
  const shown = refs.find((ref) => ref.name === of)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="button is-small">
          {of === undefined ? 'All chains' : shown === undefined ? of : refName(shown)} <ChevronDown size={12} aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu chain-menu" align="start" sideOffset={4} collisionPadding={8}>
          <Choice name="All chains" hint="" isChosen={of === undefined} onChoose={() => onOf(undefined)} />
          {own.map((ref) => (
            <Choice key={ref.name} name={refName(ref)} hint={ref.commitId} isChosen={ref.name === of} onChoose={() => onOf(ref.name)} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface ChoiceProps {
  readonly name: RefView['name']
  readonly hint: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const Choice = ({ name, hint, isChosen, onChoose }: ChoiceProps): ReactNode => (
  <DropdownMenu.Item className="menu-entry" onSelect={onChoose}>
    <span>
      {name} {isChosen ? <Check size={12} aria-label="selected" /> : null}
    </span>
    <span className="mono">{hint}</span>
  </DropdownMenu.Item>
)
