/** The code with which the system says why something failed: `ENOENT`, `EACCES`. */

/** Undefined: what was thrown has none. */
export const systemCode = (thrown: unknown): string | undefined => {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** The code in a sentence. */
export const systemReason = (thrown: unknown): string => systemCode(thrown) ?? 'unknown error'
