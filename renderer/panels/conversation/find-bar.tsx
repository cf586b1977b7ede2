/** The bar in which a text is sought in a conversation. */
import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { Button } from '../../ui/layout/button.tsx'
import type { Find } from './use-find.ts'

export interface FindBarProps {
  readonly find: Find
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
  /** Changes whenever the field gets the focus; 0: it did not yet. */
  readonly focusCount: number
}

export const FindBar = ({ find, onStep, onClose, focusCount }: FindBarProps): ReactNode => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusCount === 0) return
    input.current?.focus()
    input.current?.select()
  }, [focusCount])
  const press = (event: KeyboardEvent): void => {
    if ((event.key === 'Enter' && !event.nativeEvent.isComposing) || event.key === 'F3') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="find-bar" role="search" aria-label="Find in conversation">
      <div className="field">
        <input
          ref={input}
          type="text"
          aria-label="Find in conversation"
          placeholder="Find in conversation, sub-agents and folded parts included"
          value={find.text}
          maxLength={1000}
          spellCheck={false}
          onChange={(event) => find.setText(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <span className="find-count" role="status">
        {countText(find)}
      </span>
      <button
        type="button"
        className={`button is-quiet is-small ${find.matchCase ? 'is-on' : ''}`}
        aria-pressed={find.matchCase}
        aria-label="Match case"
        title="Match case"
        onClick={() => find.setMatchCase(!find.matchCase)}
      >
        <CaseSensitive size={16} aria-hidden="true" />
      </button>
      <Button
        label="Previous match"
        isIconOnly
        isSmall
        look="quiet"
        chord="Shift+F3"
        isDisabled={find.total === 0}
        icon={<ChevronUp size={14} aria-hidden="true" />}
        onPress={() => onStep(-1)}
      />
      <Button
        label="Next match"
        isIconOnly
        isSmall
        look="quiet"
        chord="F3"
        isDisabled={find.total === 0}
        icon={<ChevronDown size={14} aria-hidden="true" />}
        onPress={() => onStep(1)}
      />
      <Button label="Close" isIconOnly isSmall look="quiet" icon={<X size={14} aria-hidden="true" />} onPress={onClose} />
    </div>
  )
}

const countText = ({ text, total, at, isAsking, failure, rows }: Find): string => {
  if (failure !== undefined) return failure.message
  if (text === '') return ''
  if (isAsking) return 'Searching…'
  if (total === 0) return 'No matches'
  if (at !== undefined) return `${formatCount(at + 1)} of ${formatCount(total)}`
  return `${countOf(total, 'match', 'matches')} in ${countOf(rows.length, 'record')}`
}
