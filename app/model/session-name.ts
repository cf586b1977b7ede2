/** Names of sessions in the tables, and short names for narrow places. */

/** Prefix of the names of captured sessions in the tables: the same session may also be imported from its transcript. */
export const addedSessionPrefix = 'live/'

const shortLength = 8
/** An id of a commit, or a name with a time in it, needs more characters to be unique. */
const shortMadeLength = 16

/** The first characters of a session's name: nearly always enough to identify and find the session. */
export const shortSessionName = (sessionId: string): string =>
  sessionId.startsWith(addedSessionPrefix)
    ? sessionId.slice(0, addedSessionPrefix.length + shortMadeLength)
    : sessionId.slice(0, shortLength)
