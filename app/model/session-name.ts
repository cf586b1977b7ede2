/** What sessions are called in the tables, and how they are called where there is little room. */

/** What a made session is called in the tables begins so: the same session may be imported from its transcript too. */
export const addedSessionPrefix = 'live/'

const shortLength = 8
/** An id of a commit, or a name with a time in it, is told from others by more. */
const shortMadeLength = 16

/** The first characters of a session's name: enough to tell it from others nearly always, and to find it by. */
export const shortSessionName = (sessionId: string): string =>
  sessionId.startsWith(addedSessionPrefix)
    ? sessionId.slice(0, addedSessionPrefix.length + shortMadeLength)
    : sessionId.slice(0, shortLength)
