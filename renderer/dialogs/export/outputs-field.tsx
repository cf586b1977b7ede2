/** Which outputs of tools an export has in full: all of them, or those that a policy leaves. */
import type { ReactNode } from 'react'
import type { SessionStateView } from '../../../app/contract/session-state.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { aboutTokens } from '../../../app/model/objects/about-tokens.ts'
import { metadataLine } from '../../../app/model/objects/metadata-line.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'

export interface OutputsFieldProps {
  readonly commitId: string
  readonly stop: string
  /** Undefined: all. */
  readonly policy: string | undefined
  readonly onPolicy: (policy: string | undefined) => void
}

export const OutputsField = ({ commitId, stop, policy, onPolicy }: OutputsFieldProps): ReactNode => {
  const call = useQuery('session.state', { at: commitId, ...(policy === undefined ? {} : { policy }) })
  const view = call.kind === 'done' ? call.value : undefined
  return (
    <div className="form-row">
      <span>Outputs</span>
      <ChoiceField
        label="Tool outputs"
        all={view?.on == null ? 'All in full' : `All in full, with the changes made on ${view.on}`}
        chosen={policy}
        choices={(view?.policies ?? []).map(({ name }) => [name, name])}
        onChoose={onPolicy}
      />
      {call.kind === 'failed' ? <InlineFailure failure={call.failure} retry={call.retry} /> : null}
      <span className="form-hint">{view === undefined || policy === undefined ? hint : hintOf(view, stop)}</span>
    </div>
  )
}

const hint = 'Outputs of tool calls. A policy replaces older ones with one line each.'

/** The hint below the field; the counts of the state begin with the last compaction. */
const hintOf = ({ objects, policy }: SessionStateView, stop: string): string => {
  const which = policy === null ? '' : `${policy.name}: ${policy.about}.`
  if (stop !== 'compaction') return which
  const outputs = objects.filter(({ type, level, failed }) => type === 'toolcall' && failed !== null && level !== 'indexed')
  const collapsed = outputs.filter(({ level }) => level === 'metadata')
  const chars = collapsed.reduce((sum, object) => sum + (object.chars ?? 0) - metadataLine(object).length, 0)
  const saved = chars > 0 ? `, about ${formatCount(aboutTokens(chars))} fewer tokens` : ''
  return `${which} Reduces ${collapsed.length} of ${countOf(outputs.length, 'output')} to one line each${saved}.`
}
