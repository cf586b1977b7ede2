/** The objects that the agent of a commit had met, and which of them were in its context: as the client had it, or under a policy. */
import { useMemo, useState, type ReactNode } from 'react'
import { continuedText } from '../../../../app/model/objects/continued-export.ts'
import type { CommitView } from '../../../../app/contract/commits.ts'
import type { ObjectView, SessionStateView, StatedObject } from '../../../../app/contract/session-state.ts'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import { isWorkingRef } from '../../../../app/model/ref-name.ts'
import { filesAddress } from '../../../screens/files/address.ts'
import { sessionAddress } from '../../../screens/session/address.ts'
import type { Address } from '../../../ui/address/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { useLastAnswer, useQuery } from '../../../ui/calls/use-query.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { Empty, Loaded } from '../../../ui/layout/async-states.tsx'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { ObjectActions } from './object-actions.tsx'
import { objectColumns } from './object-columns.tsx'
import { objectSets, setMeanings, setNames, shownObjects, typeNames, type ObjectSet } from './object-rows.ts'
import './objects.css'

type Type = ObjectView['type']

const types = Object.entries(typeNames) as readonly (readonly [Type, string])[]

interface Choice {
  readonly set: ObjectSet
  readonly type: Type | undefined
  readonly selectedId: string | undefined
}

export const CommitObjects = ({ commit }: { readonly commit: CommitView }): ReactNode => {
  const [policy, setPolicy] = useState<string>()
  const [fork, setFork] = useState<string>()
  const [choice, setChoice] = useState<Choice>({ set: 'active', type: undefined, selectedId: undefined })
  const forks = commit.refs.filter(isWorkingRef).map(({ name }) => name)
  // A fork that was removed, or that moved, has nothing to do with this commit any more.
  const on = fork !== undefined && forks.includes(fork) ? fork : undefined
  const call = useQuery('session.state', { at: on ?? commit.commitId, ...(policy === undefined ? {} : { policy }) }, commit.sessionId)
  const view = useLastAnswer(call)
  return (
    <>
      {view === undefined ? null : (
        <div className="objects-choices">
          <Choices view={view} choice={choice} onChoice={setChoice} />
          <ChoiceField
            label="Policy"
            all="As the client had it"
            chosen={policy}
            choices={view.policies.map(({ name, about }) => [name, `${name}: ${about}`])}
            onChoose={setPolicy}
          />
          <ForkChoice forks={forks} on={view.on} onFork={setFork} />
        </div>
      )}
      {view?.continues == null || view.policy !== null ? null : <p className="quiet">{continuedText(view.continues)}</p>}
      {view === undefined || call.kind === 'failed' ? (
        <Loaded call={call} what="Reading what was in the context">
          {() => null}
        </Loaded>
      ) : (
        <Objects commit={commit} forks={forks} view={view} choice={choice} onChoice={setChoice} />
      )}
    </>
  )
}

interface ChoicesProps {
  readonly view: SessionStateView
  readonly choice: Choice
  readonly onChoice: (choice: Choice) => void
}

const Choices = ({ view, choice, onChoice }: ChoicesProps): ReactNode => (
  <>
    <Segments
      label="Set"
      chosen={choice.set}
      choices={objectSets.map((set) => [set, `${setNames[set]} ${formatCount(view.sizes[set].objects)}`] as const)}
      onChoose={(set) => onChoice({ ...choice, set })}
    />
    <ChoiceField
      label="Type"
      all="All types"
      chosen={choice.type}
      choices={types}
      onChoose={(chosen) => onChoice({ ...choice, type: types.find(([type]) => type === chosen)?.[0] })}
    />
  </>
)

interface ForkChoiceProps {
  readonly forks: readonly string[]
  readonly on: string | null
  readonly onFork: (fork: string | undefined) => void
}

/** Several forks of a commit have a state each. */
const ForkChoice = ({ forks, on, onFork }: ForkChoiceProps): ReactNode => {
  if (forks.length < 2) return on === null ? null : <span className="faint">State of {on}</span>
  return <ChoiceField label="Fork" all="No fork" chosen={on ?? undefined} choices={forks.map((name) => [name, name])} onChoose={onFork} />
}

interface ObjectsProps extends ChoicesProps {
  readonly commit: CommitView
  readonly forks: readonly string[]
}

const Objects = ({ commit, forks, view, choice, onChoice }: ObjectsProps): ReactNode => {
  const { set, type, selectedId } = choice
  const rows = useMemo(() => shownObjects(view.objects, set, type), [view, set, type])
  const selected = rows.findIndex(({ id }) => id === selectedId)
  return (
    <>
      <div className="objects-sum">
        <span className="faint" role="status" title={setMeanings[set]}>
          {type === undefined ? sumText(view, set) : `${countOf(rows.length, 'object')} of this type`}
        </span>
        <span className="spring" />
        <ObjectActions commit={commit} forks={forks} on={view.on} object={rows[selected]} />
      </div>
      {rows.length === 0 ? (
        <Empty title="No objects">{type === undefined ? 'Nothing is in this set.' : 'Nothing of this type is in this set.'}</Empty>
      ) : (
        <VirtualTable
          label="Objects"
          columns={objectColumns}
          count={rows.length}
          row={(index) => rows[index]}
          version={rows.length}
          rowHeight={28}
          selected={selected === -1 ? undefined : selected}
          onMove={(index) => onChoice({ ...choice, selectedId: rows[index]?.id })}
          onOpen={(object) => go(placeOf(object, view))}
          memory={`commit objects ${view.commitId} ${set}`}
          isMain={false}
        />
      )}
    </>
  )
}

/** Active objects are in the metadata pool too, which counts one line for each of the others. */
const sizeText = ({ sizes, charsPerToken }: SessionStateView, set: ObjectSet): string => {
  const { objects, aboutTokens } = sizes[set]
  const tokens = `about ${countOf(aboutTokens, 'token')} (characters / ${charsPerToken})`
  if (set !== 'metadata') return `${countOf(objects, 'object')}, ${tokens}`
  return `${countOf(objects, 'object')}; the ${formatCount(objects - sizes.active.objects)} that are not active need ${tokens}`
}

const sumText = (view: SessionStateView, set: ObjectSet): string => {
  const { policy, recordedTokens, isAfterCompaction, unnamedMicrocompactions: unnamed } = view
  return [
    sizeText(view, set),
    set !== 'active' || recordedTokens === null ? '' : `the last reply records ${countOf(recordedTokens, 'token')} of context`,
    isAfterCompaction ? 'after a compaction: the row of the chat counts all of it, this sum what followed' : '',
    policy !== null || unnamed === 0 ? '' : `${countOf(unnamed, 'microcompaction')} did not record which outputs were cleared`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** A file at that commit, the record of a call, or the session. */
const placeOf = ({ type, name, place }: StatedObject, { sessionId, commitId }: SessionStateView): Address => {
  if (type === 'file') return { ...filesAddress, path: name, at: commitId }
  return place === null
    ? sessionAddress(sessionId, 'conversation', commitId)
    : sessionAddress(place.sessionId, 'conversation', place.commitId, recordPlaceKey(place.record))
}
