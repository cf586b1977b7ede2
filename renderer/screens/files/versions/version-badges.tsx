/** Badges of a version besides its proof: it contradicts what was known, or was made on a stale basis. */
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/layout/badge.tsx'
import type { LifeVersion } from './file-life.ts'
import { refutedText, staleText } from './version-words.ts'

export const VersionBadges = ({ version }: { readonly version: LifeVersion }): ReactNode => {
  const refuted = refutedText(version)
  const stale = staleText(version)
  return (
    <>
      {refuted === undefined ? null : (
        <Badge look="warn" hint={`This observation ${refuted}`}>
          refutes
        </Badge>
      )}{' '}
      {stale === undefined ? null : (
        <Badge look="warn" hint={stale}>
          stale
        </Badge>
      )}{' '}
    </>
  )
}
