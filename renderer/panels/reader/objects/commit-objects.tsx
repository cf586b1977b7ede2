/** What the agent of a commit had met, and what of it was in its context: as the client had it, or under a policy. */
import { useMemo, useState, type ReactNode } from 'react'
import type { CommitView } from '../../../../app/contract/commits.ts'
import type { ObjectView, SessionStateView, StatedObject } from '../../../../app/contract/session-state.ts'
import { countOf, formatCount } from '../../../../app/model/format/count.ts'
import { filesAddress } from '../../../screens/files/address.ts'
import { sessionAddress } from '../../../screens/session/address.ts'
import type { Address } from '../../../ui/address/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { useQuery } from '../../../ui/calls/use-query.ts'
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
  const at = fork ?? commit.commitId
  const call = useQuery('session.state', { at, ...(policy === undefined ? {} : { policy }) }, commit.sessionId)
  return (
    <Loaded call={call} what="Reading what was in the context">
      {(view) => (
        <>
          <div className="objects-choices">
            <Choices view={view} choice={choice} onChoice={setChoice} />
            <ChoiceField
              label="Policy"
              all="As the client had it"
              chosen={view.policy?.name}
              choices={view.policies.map(({ name, about }) => [name, `${name}: ${about}`])}
              onChoose={setPolicy}
            />
            <ForkChoice commit={commit} on={view.on} onFork={setFork} />
          </div>
          <Objects commit={commit} view={view} choice={choice} onChoice={setChoice} />
        </>
      )}
    </Loaded>
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
  readonly commit: CommitView
  readonly on: string | null
  readonly onFork: (fork: string | undefined) => void
}

/** Several forks of a commit have a state each. */
const ForkChoice = ({ commit, on, onFork }: ForkChoiceProps): ReactNode => {
  const forks = commit.refs.filter(({ kind }) => kind === 'fork')
  if (forks.length < 2) return on === null ? null : <span className="faint">State of {on}</span>
  return (
    <ChoiceField label="Fork" all="No fork" chosen={on ?? undefined} choices={forks.map(({ name }) => [name, name])} onChoose={onFork} />
  )
}

const Objects = ({ commit, view, choice, onChoice }: ChoicesProps & { readonly commit: CommitView }): ReactNode => {
  const { set, type, selectedId } = choice
  const rows = useMemo(() => shownObjects(view.objects, set, type), [view, set, type])
  const selected = rows.findIndex(({ id }) => id === selectedId)
  return (
    <>
      <div className="objects-sum">
        <span className="faint" role="status" title={setMeanings[set]}>
          {sumText(view, set)}
        </span>
        <span className="spring" />
        <ObjectActions commit={commit} on={view.on} object={rows[selected]} />
      </div>
      {rows.length === 0 ? (
        <Empty title="No objects">{set === 'pinned' ? 'Nothing is pinned here.' : 'Nothing of this type is in this set.'}</Empty>
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

const sumText = (
  { sizes, recordedTokens, charsPerToken, isAfterCompaction, unnamedMicrocompactions }: SessionStateView,
  set: ObjectSet,
): string =>
  [
    `${countOf(sizes[set].objects, 'object')}, about ${countOf(sizes[set].aboutTokens, 'token')} (characters / ${charsPerToken})`,
    set !== 'active' || recordedTokens === null ? '' : `the last reply records ${formatCount(recordedTokens)} tokens of context`,
    isAfterCompaction ? 'after a compaction' : '',
    unnamedMicrocompactions === 0 ? '' : `what ${countOf(unnamedMicrocompactions, 'microcompaction')} cleared is not recorded`,
  ]
    .filter((part) => part !== '')
    .join('; ')

/** A file as it was known there, the record of a call, or the session. */
const placeOf = ({ type, name, place }: StatedObject, { sessionId, commitId }: SessionStateView): Address => {
  if (type === 'file') return { ...filesAddress, path: name, at: commitId }
  return place === null
    ? sessionAddress(sessionId, 'conversation', commitId)
    : sessionAddress(place.sessionId, 'conversation', place.commitId, recordPlaceKey(place.record))
}
