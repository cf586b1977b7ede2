/** A text whose beginning is shown: how much is cut, and the whole on demand, a million characters at a time. */
import { use, type ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { EntrySourceContext } from './entry-source.ts'
import { useFold } from './fold-memory.tsx'
import { TextPage } from './text-page.tsx'

/** Where the whole text is in its source; without a call it is that of the entry's own record. */
export interface TextPlace {
  readonly recordUuid?: string | null
  readonly toolUseId?: string
}

export interface WholeTextProps {
  readonly name: string
  /** Length of what is shown, and of the whole, UTF-16 code units. */
  readonly shown: number
  readonly chars: number
  /** undefined: the whole text can be seen in the raw record only. */
  readonly place: TextPlace | undefined
}

export const WholeText = ({ name, shown, chars, place }: WholeTextProps): ReactNode => {
  const [isOpen, toggle] = useFold(name, false)
  const { sourceId, line } = use(EntrySourceContext)
  if (chars <= shown) return null
  const missing = `${formatCount(chars - shown)} of ${formatCount(chars)} characters are cut`
  if (place === undefined || place.recordUuid === null || sourceId === null)
    return <span className="faint">{missing}. The raw record has the whole text.</span>
  const record = place.recordUuid === undefined ? { line } : { uuid: place.recordUuid }
  return (
    <div className="whole-output">
      <button type="button" className="fold-more" onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? 'Hide the whole text' : `Show the whole text (${missing})`}
      </button>
      {isOpen ? <RecordText sourceId={sourceId} record={record} toolUseId={place.toolUseId} /> : null}
    </div>
  )
}

interface RecordTextProps {
  readonly sourceId: string
  readonly record: { readonly line: number } | { readonly uuid: string }
  readonly toolUseId: string | undefined
  readonly from?: number
}

const RecordText = ({ from = 0, ...place }: RecordTextProps): ReactNode => {
  const { sourceId, record, toolUseId } = place
  const call = useQuery('record.text', { sourceId, record, from, ...(toolUseId === undefined ? {} : { toolUseId }) })
  return (
    <TextPage
      label="Whole text"
      call={call}
      pageOf={({ chars, ...page }) => ({ ...page, end: chars })}
      formatLeft={(left) => countOf(left, 'character')}
      next={(to) => <RecordText {...place} from={to} />}
    />
  )
}
