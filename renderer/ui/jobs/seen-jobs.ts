/** The jobs that a window has told of: kept until it is closed, also when it is loaded again. */
import { nothingSeen, type SeenJobs } from './first-look.ts'

const key = 'strata.jobs'

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])

export const seenJobs = (): SeenJobs => {
  try {
    const json: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    if (typeof json !== 'object' || json === null) return nothingSeen
    return { ended: idsIn('ended' in json ? json.ended : []), shown: idsIn('shown' in json ? json.shown : []) }
  } catch {
    // Without storage everything is news.
    return nothingSeen
  }
}

export const keepSeenJobs = (seen: SeenJobs): void => {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(seen))
  } catch {
    // Without storage everything is news.
  }
}
