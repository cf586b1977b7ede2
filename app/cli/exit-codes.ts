/** Exit codes of `strata`. */
export const exitCodes = {
  success: 0,
  /** An expected failure; code, message and hint are on standard error. */
  failure: 1,
  /** The arguments are not valid. */
  usage: 2,
  /** The command finished, but found faults in the store or files that could not be read. */
  faults: 3,
  /** Nothing was written: the data that would leave this machine contains secrets. */
  secrets: 4,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const
