/** Beside a conversation: what is known of the commit in view, in tabs. */
import { useEffect, useState, type ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Empty, Loaded } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import type { InspectedProps } from './tab.ts'
import { inspectorTabs } from './tabs.ts'
import './inspector.css'

export interface InspectorProps {
  readonly commitId: string | undefined
  readonly onCommit: (commit: CommitView) => void
  /** Goes to a record of the conversation, `sourceId:line`. */
  readonly onRecord: (record: string) => void
}

/** The inspector follows the scroll when it rests for this long. */
const restMs = 150

/** `ctx-` and eight digits. */
const shortIdLength = 12

const choices = inspectorTabs.map(({ id, title }) => [id, title] as const)

export const Inspector = ({ commitId, onCommit, onRecord }: InspectorProps): ReactNode => {
  const [chosen, setChosen] = useState(() => preference('inspector.tab') ?? '')
  const [held, setHeld] = useState<string>()
  const rested = useRested(commitId)
  const shown = held ?? rested
  const tab = inspectorTabs.find(({ id }) => id === chosen) ?? inspectorTabs[0]
  if (tab === undefined) return null
  return (
    <aside className="inspector" aria-label="Inspector">
      <div className="inspector-tabs">
        <Segments
          label="Inspector"
          chosen={tab.id}
          choices={choices}
          onChoose={(id) => {
            keepPreference('inspector.tab', id)
            setChosen(id)
          }}
        />
      </div>
      {held === undefined ? null : (
        <div className="inspector-held" role="status">
          Stays at <span className="mono">{held.slice(0, shortIdLength)}</span>
          <span className="spring" />
          <Button label="Follow the conversation" isSmall onPress={() => setHeld(undefined)} />
        </div>
      )}
      {shown === undefined ? (
        <Empty title="No commit in view">Scroll to a record.</Empty>
      ) : (
        <Inspected commitId={shown} tab={tab} onCommit={onCommit} onRecord={onRecord} onHold={() => setHeld(shown)} />
      )}
    </aside>
  )
}

const useRested = (commitId: string | undefined): string | undefined => {
  const [shown, setShown] = useState(commitId)
  useEffect(() => {
    const timer = setTimeout(() => setShown(commitId), restMs)
    return () => clearTimeout(timer)
  }, [commitId])
  return shown
}

interface ShownTabProps extends Omit<InspectorProps, 'commitId'>, Pick<InspectedProps, 'onHold'> {
  readonly commitId: string
  readonly tab: (typeof inspectorTabs)[number]
}

const Inspected = ({ commitId, tab, onCommit, onRecord, onHold }: ShownTabProps): ReactNode => {
  const call = useQuery('commit.show', { commitId })
  const { component: Tab } = tab
  return (
    <Loaded call={call} what="Reading the commit">
      {(detail) => <Tab detail={detail} onCommit={onCommit} onRecord={onRecord} onHold={onHold} />}
    </Loaded>
  )
}
