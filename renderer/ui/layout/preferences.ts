/** Small choices of the person at this window: kept in the window's own storage, lost without harm. */

/** A kept choice; undefined when there is none or the storage is closed to us. */
export const preference = (name: string): string | undefined => {
  try {
    return window.localStorage.getItem(`strata.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export const keepPreference = (name: string, value: string): void => {
  try {
    window.localStorage.setItem(`strata.${name}`, value)
  } catch {
    // Without storage the choice lasts as long as the window.
  }
}
