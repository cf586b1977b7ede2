/** A version in words. */
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { formatCount } from '../../../../app/model/format/count.ts'
import { givenByName } from '../../../ui/proof/given-by.ts'
import type { LifeVersion } from './file-life.ts'

export const noTime = 'No record has a readable time'

/** `+3 −1`; `deleted`; the empty text where not both contents are known. */
export const changeText = ({ isThere, added, removed }: LifeVersion): string => {
  if (!isThere) return 'deleted'
  return added === null || removed === null ? '' : `+${formatCount(added)} −${formatCount(removed)}`
}

export const refutedText = ({ refuted }: LifeVersion): string | undefined => {
  if (refuted === undefined) return undefined
  const what = refuted.outcome === 'refuted' ? 'refutes what was known' : 'differs at the end of the file from what was known'
  return `${what} as ${refuted.proof}`
}

/** Why a change is stale; undefined: it is not. */
export const staleText = ({ stale }: LifeVersion): string | undefined => {
  if (stale === null) return undefined
  return stale === 'observed'
    ? 'The file had changed after the agent last saw it'
    : 'Another session had changed the file, and what this change found is not recorded'
}

/** Everything of it, for a screen reader. */
export const versionText = (version: LifeVersion): string =>
  [
    version.occurredAt === null ? 'no time' : formatInstant(version.occurredAt),
    givenByName(version.by),
    version.isThere ? version.proof : 'deleted',
    version.isThere ? changeText(version) : '',
    refutedText(version) ?? '',
    version.stale === null ? '' : 'stale',
    version.title,
  ]
    .filter((part) => part !== '')
    .join(', ')
