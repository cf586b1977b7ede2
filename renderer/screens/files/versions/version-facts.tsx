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
import { GivenBy, KnownAs } from '../../../ui/proof/version-marks.tsx'
import type { LifeVersion } from './file-life.ts'
import { VersionBadges } from './version-badges.tsx'
import { changeText, noTime } from './version-words.ts'

const lastName = (path: string): string => /[^\\/]*$/.exec(path)?.[0] ?? path

/** The conversation that made a version, at its record. */
export const versionPlace = ({ sessionId, commitId, record }: LifeVersion): SessionAddress =>
  sessionAddress(sessionId, 'conversation', commitId, recordPlaceKey(record))

/** Where a version of another checkout is from. */
export const VersionCheckout = ({ checkout }: Pick<LifeVersion, 'checkout'>): ReactNode =>
  checkout === undefined ? null : (
    <>
      <Badge hint={`In another checkout of the repository: ${checkout}`}>{lastName(checkout)}</Badge>{' '}
    </>
  )

export const VersionFacts = ({ version, chord }: { readonly version: LifeVersion; readonly chord?: string }): ReactNode => {
  const changed = version.isThere ? changeText(version) : ''
  return (
    <div className="version-facts">
      <span className="version-time">
        <ValueOrNotAvailable value={version.occurredAt} reason={noTime} format={formatInstant} />
      </span>
      <GivenBy by={version.by} />
      <KnownAs version={version} />
      {changed === '' ? null : (
        <span className="version-changed" title="Lines added and removed by this record">
          {changed}
        </span>
      )}
      <VersionBadges version={version} />
      <VersionCheckout checkout={version.checkout} />
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
