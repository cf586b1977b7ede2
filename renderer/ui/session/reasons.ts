/** Why a figure of a session may not be known. */

export const noTimes = 'None of its own records has a readable time'
export const noUsage = 'No reply of this session recorded its token usage'
