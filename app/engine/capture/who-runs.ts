/** Who runs an agent on this machine, when nobody says it: in the form that the reference takes, `@name:machine` (events-v1 §2). */
import { hostname, userInfo } from 'node:os'

const part = (text: string, fallback: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9._=/+-]+/g, '-')
    .replace(/^-+|-+$/g, '') || fallback

/** The user, as a principal. */
export const localPrincipal = (): string => `@${part(userInfo().username, 'user')}:${part(hostname(), 'localhost')}`

/** The machine, likewise. */
export const localMachine = (): string => `@machine/${part(hostname(), 'localhost')}:${part(hostname(), 'localhost')}`
