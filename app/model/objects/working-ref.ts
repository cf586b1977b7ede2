/** Which refs have a working state of objects: forks, and sessions that were made. Imported sessions have none. */
import { addedSessionPrefix } from '../session-name.ts'

const madeSession = `session/${addedSessionPrefix}`

export const isWorkingRef = ({ name, kind }: { readonly name: string; readonly kind: string }): boolean =>
  kind === 'fork' || (kind === 'session' && name.startsWith(madeSession))
