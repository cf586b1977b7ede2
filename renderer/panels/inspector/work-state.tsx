/** The state of the work at the commit in view; each line leads to its record. */
import type { ReactNode } from 'react'
import type { RecordName } from '../../../app/contract/objects.ts'
import type { SnapshotView } from '../../../app/contract/packs.ts'
import { recordPlaceKey } from '../../ui/address/record-key.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import type { InspectedProps } from './tab.ts'

interface Line {
  readonly text: string
  readonly record: RecordName
}

interface Part {
  readonly title: string
  readonly lines: readonly Line[]
}

const markOf = (done: boolean | null): string => (done === null ? '–' : done ? '☑' : '☐')

const guessed = ({ text, guess }: { readonly text: string; readonly guess: boolean }): string => (guess ? `${text} (guess)` : text)

const validationLines = ({ validation }: SnapshotView): readonly Line[] =>
  validation === null
    ? []
    : [validation, ...validation.earlier].map(({ kinds, outcome, command, lines, record }) => ({
        text: [`${kinds.join(' and ')} ${outcome === 'unknown' ? 'n/a' : outcome}: ${command}`, ...lines].join('\n'),
        record,
      }))

const maybe = (value: SnapshotView['goal']): readonly Line[] => (value === null ? [] : [{ text: guessed(value), record: value.record }])

const partsOf = (state: SnapshotView): readonly Part[] => [
  { title: 'Goal', lines: maybe(state.goal) },
  { title: 'Last request', lines: maybe(state.request) },
  { title: 'Plan', lines: state.plan.map(({ text, done, record }) => ({ text: `${markOf(done)} ${text}`, record })) },
  {
    title: 'Changed files',
    lines: state.files.map(({ path, change, outcome, by, record }) => ({
      text: `${path}: ${change}${outcome === 'done' ? '' : `, ${outcome}`}${by === null ? '' : `, by ${by}`}`,
      record,
    })),
  },
  { title: 'Validations', lines: validationLines(state) },
  { title: 'Open errors', lines: state.errors.map(({ tool, subject, text, record }) => ({ text: `${tool} ${subject}: ${text}`, record })) },
  { title: 'Decisions', lines: state.decisions.map((each) => ({ text: `${each.kind}: ${guessed(each)}`, record: each.record })) },
  { title: 'Next', lines: maybe(state.next) },
]

export const WorkState = ({ detail: { commit }, onRecord }: InspectedProps): ReactNode => {
  const call = useQuery('snapshot.show', { at: commit.commitId })
  return (
    <Loaded call={call} what="Reading the state of the work">
      {(state) => (
        <div className="work-state" aria-label="State of the work">
          {partsOf(state).map(({ title, lines }) =>
            lines.length === 0 ? null : (
              <section key={title}>
                <h3>{title}</h3>
                <ul>
                  {lines.map(({ text, record }, at) => (
                    <li key={at}>
                      <button type="button" className="work-line" onClick={() => onRecord(recordPlaceKey(record))}>
                        {text}
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            ),
          )}
          {state.unseenAgents === null ? null : (
            <p className="faint">n/a: the records of {state.unseenAgents.names.join(', ')} are not in the store.</p>
          )}
        </div>
      )}
    </Loaded>
  )
}
