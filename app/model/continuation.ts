/** How the client begins the summary that replaces the conversation before a compaction. */
export const continuationStart = 'This session is being continued from a previous conversation'
