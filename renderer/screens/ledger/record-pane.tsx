/** One record: what it is and why, the line itself, and the means to correct it. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LedgerRecord } from '../../../app/contract/ledger.ts'
import { sessionAddress, type SessionAddress } from '../session/address.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { formatCount } from '../../../app/model/format/count.ts'
import { go } from '../../ui/address/location.ts'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import { CorrectClass } from './correct-class.tsx'
import { recordPlace, recordPlaceKey, type RecordPlace } from '../../ui/address/record-key.ts'

/** Where a record is read within the conversation of its session. */
export const conversationOf = (record: LedgerRecord): SessionAddress =>
  sessionAddress(record.sessionId, 'conversation', record.commitId ?? undefined, recordPlaceKey(record))

export const RecordPane = ({ at }: { readonly at: string | undefined }): ReactNode => {
  const place = recordPlace(at)
  if (place === undefined)
    return <Empty title="No record selected">Move with j and k to see a record and the rule that decided its class.</Empty>
  return <Pane key={at} place={place} />
}

const Pane = ({ place }: { readonly place: RecordPlace }): ReactNode => {
  const call = useQuery('ledger.records', { ...place, limit: 1 })
  return (
    <section className="ledger-pane" aria-label="Record">
      <Loaded call={call} what="Reading the record">
        {({ rows: [record] }) => (record === undefined ? <RecordNotFound /> : <RecordWords record={record} />)}
      </Loaded>
      <Line place={place} />
    </section>
  )
}

const RecordNotFound = (): ReactNode => <p className="faint">The file no longer contains the record.</p>

const RecordWords = ({ record }: { readonly record: LedgerRecord }): ReactNode => (
  <>
    <div className="ledger-pane-head">
      <h2>
        {record.class.replaceAll('_', ' ')} {record.classByRule === null ? null : <Badge look="accent">corrected</Badge>}
      </h2>
      <span className="spring" />
      <Button label="Open commit" isSmall icon={<ArrowRight size={14} aria-hidden="true" />} onPress={() => go(conversationOf(record))} />
    </div>
    <p>
      {record.classByRule === null ? 'Decided by ' : `Corrected by hand; ${record.classByRule.replaceAll('_', ' ')} was decided by `}
      <span className="mono">{record.rule}</span>. By the reference rules: {record.referenceClass.replaceAll('_', ' ')}.
      {record.isCopy ? ' This is a copy; sessions count only the original.' : ''}
    </p>
    <CorrectClass record={record} />
  </>
)

const Line = ({ place }: { readonly place: RecordPlace }): ReactNode => {
  const call = useQuery('source.excerpt', { sourceId: place.sourceId, line: place.line })
  return (
    <Loaded call={call} what="Reading the line">
      {(excerpt) => (
        <>
          <p className="faint">
            <span className="mono">{excerpt.file}</span>, line {formatCount(excerpt.line)}, from byte {formatCount(excerpt.byteOffset)}
            {excerpt.truncated ? '; only the start of the line' : ''}
          </p>
          <pre className="ledger-line">{excerpt.text}</pre>
        </>
      )}
    </Loaded>
  )
}
