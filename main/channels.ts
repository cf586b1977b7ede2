/** The two fixed channels between the window and main: one for calls, one for signals. */
export const callChannel = 'strata:call'
export const signalChannel = 'strata:signal'
