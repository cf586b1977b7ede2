/** The marks along a scrubber: one for each version, or for the versions that share a place where there are more than places. */
import { isChange } from '../../../ui/proof/given-by.ts'
import type { LifeVersion } from './file-life.ts'

export interface ScrubberMark {
  /** Share of the way from the oldest to the newest. */
  readonly at: number
  readonly isChange: boolean
  readonly isDeletion: boolean
  readonly isRefuted: boolean
  /** Another session than that of the version before. */
  readonly isOtherSession: boolean
}

/** @param places marks that can be distinguished */
export const scrubberMarks = (versions: readonly LifeVersion[], places: number): readonly ScrubberMark[] => {
  const last = versions.length - 1
  const marks = new Map<number, ScrubberMark>()
  versions.forEach((version, index) => {
    const at = last === 0 ? 0.5 : index / last
    const place = Math.round(at * Math.max(1, places))
    const earlier = marks.get(place)
    const previous = versions[index - 1]
    marks.set(place, {
      at: earlier?.at ?? at,
      isChange: earlier?.isChange === true || isChange(version.by),
      isDeletion: earlier?.isDeletion === true || !version.isThere,
      isRefuted: earlier?.isRefuted === true || version.refuted !== undefined,
      isOtherSession: earlier?.isOtherSession === true || (previous !== undefined && previous.sessionId !== version.sessionId),
    })
  })
  return [...marks.values()]
}
