/** What a budget makes of each part of an export: a person requires or excludes single parts. */
import type { ReactNode } from 'react'
import type { CallInput } from '../../../app/contract/calls.ts'
import type { ExportPreview, PackView } from '../../../app/contract/export.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { useLastAnswer, useQuery } from '../../ui/calls/use-query.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { formWords } from '../../../app/model/pack-form.ts'
import './parts.css'

export interface ChosenParts {
  readonly pinned: readonly string[]
  readonly dropped: readonly string[]
}

export const noParts: ChosenParts = { pinned: [], dropped: [] }

export interface PartsFieldProps {
  readonly asked: Omit<CallInput<'export.preview'>, 'pinned' | 'dropped'>
  readonly sessionId: string
  readonly parts: ChosenParts
  readonly onParts: (parts: ChosenParts) => void
}

export const PartsField = ({ asked, sessionId, parts, onParts }: PartsFieldProps): ReactNode => {
  const call = useQuery('export.preview', { ...asked, pinned: [...parts.pinned], dropped: [...parts.dropped] }, sessionId)
  const preview = useLastAnswer(call)
  const isChosen = parts.pinned.length + parts.dropped.length > 0
  return (
    <div className="form-row">
      <span>Parts</span>
      <div className="form-wide">
        {preview === undefined && call.kind === 'pending' ? <p className="form-hint">Packing the conversation…</p> : null}
        {call.kind === 'failed' ? <InlineFailure failure={call.failure} retry={call.retry} /> : null}
        {preview === undefined || call.kind === 'failed' ? null : (
          <Parts preview={preview} isPending={call.kind === 'pending'} parts={parts} onParts={onParts} />
        )}
        {isChosen ? (
          <button type="button" className="parts-reset" onClick={() => onParts(noParts)}>
            Undo {countOf(parts.pinned.length + parts.dropped.length, 'choice')}
          </button>
        ) : null}
      </div>
    </div>
  )
}

const looks = { full: 'plain', compact: 'accent', left_out: 'danger', truncated: 'accent' } as const

interface PartsProps extends Pick<PartsFieldProps, 'parts' | 'onParts'> {
  readonly preview: ExportPreview
  /** A later answer is awaited. */
  readonly isPending: boolean
}

const Parts = ({ preview, isPending, parts, onParts }: PartsProps): ReactNode => {
  const { packs, tokens, budget } = preview
  return (
    <>
      <ul className="parts" aria-label="Parts of the export">
        {packs.map((pack) => (
          <Part key={pack.name} pack={pack} parts={parts} onParts={onParts} />
        ))}
      </ul>
      <p className="form-hint" role="status">
        {isPending
          ? 'Packing the conversation…'
          : `${countOf(packs.length, 'part')}, about ${formatCount(tokens ?? 0)} of ${formatCount(budget)} tokens.`}
      </p>
    </>
  )
}

const without = (names: readonly string[], name: string): readonly string[] => names.filter((each) => each !== name)

const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? without(names, name) : [...names, name]

/** A request always contains system prompt and tools, and a narrative its head. */
const fixed: ReadonlySet<string> = new Set(['system prompt and tools', 'head'])

const Part = ({ pack, parts, onParts }: Pick<PartsFieldProps, 'parts' | 'onParts'> & { readonly pack: PackView }): ReactNode => {
  const { name, form, tokens, why } = pack
  const { pinned, dropped } = parts
  return (
    <li>
      <span className="parts-name">{name}</span>
      <Badge look={looks[form]}>{formWords[form]}</Badge>
      <span className="parts-tokens">{formatCount(tokens)}</span>
      <span className="faint parts-why" title={why}>
        {why}
      </span>
      {fixed.has(name) ? null : (
        <span className="parts-actions">
          <button
            type="button"
            aria-pressed={pinned.includes(name)}
            aria-label={`Pin ${name}`}
            title="Require this part"
            onClick={() => onParts({ pinned: toggled(pinned, name), dropped: without(dropped, name) })}
          >
            Pin
          </button>
          <button
            type="button"
            aria-pressed={dropped.includes(name)}
            aria-label={`Drop ${name}`}
            title="Exclude this part"
            onClick={() => onParts({ pinned: without(pinned, name), dropped: toggled(dropped, name) })}
          >
            Drop
          </button>
        </span>
      )}
    </li>
  )
}
