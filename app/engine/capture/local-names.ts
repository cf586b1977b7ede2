/** Who runs an agent, and on which machine, when they are not given. */
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
