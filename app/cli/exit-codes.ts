/** What the exit code of `strata` says. */
export const exitCodes = {
  success: 0,
  /** Something expected went wrong; code, message and hint are on standard error. */
  failure: 1,
  /** The arguments make no sense. */
  usage: 2,
  /** It ended, but not everything is well: faults in the store, or files that could not be read. */
  faults: 3,
  /** Nothing was written: secrets were found in what would leave this machine. */
  secrets: 4,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
} as const
