/** A version in one line: when, by what, how it is known, how many lines it changed, and in which session. */
import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { sessionAddress, type SessionAddress } from '../../session/address.ts'
import { go } from '../../../ui/address/location.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'
import { ProofMark } from '../../../ui/proof/proof-mark.tsx'
import { deedName, isChange } from '../../../ui/proof/proof-words.ts'
import type { LifeVersion } from './file-life.ts'
import { changeText, noTime, refutedText, staleText } from './version-words.ts'

/** The conversation that made a version, at its record. */
export const versionPlace = ({ sessionId, commitId, record }: LifeVersion): SessionAddress =>
  sessionAddress(sessionId, 'conversation', commitId, recordPlaceKey(record))

export const VersionFacts = ({ version, chord }: { readonly version: LifeVersion; readonly chord?: string }): ReactNode => {
  const refuted = refutedText(version)
  const stale = staleText(version)
  const changed = version.isThere ? changeText(version) : ''
  return (
    <div className="version-facts">
      <span className="version-time">
        <ValueOrNotAvailable value={version.occurredAt} reason={noTime} format={formatInstant} />
      </span>
      <Badge look={isChange(version.by) ? 'accent' : 'plain'}>{deedName(version.by)}</Badge>
      {version.isThere ? <ProofMark proof={version.proof} /> : <Badge look="danger">deleted</Badge>}
      {changed === '' ? null : (
        <span className="version-changed" title="Lines added and removed by this record">
          {changed}
        </span>
      )}
      {refuted === undefined ? null : (
        <Badge look="warn" hint={`This observation ${refuted}`}>
          refutes
        </Badge>
      )}
      {stale === undefined ? null : (
        <Badge look="warn" hint={stale}>
          stale
        </Badge>
      )}
      <span className="version-title" title={version.title}>
        {version.title}
      </span>
      <Button
        label="Open conversation"
        isSmall
        look="quiet"
        {...(chord === undefined ? {} : { chord })}
        icon={<MessageSquareText size={14} aria-hidden="true" />}
        onPress={() => go(versionPlace(version))}
      />
    </div>
  )
}
