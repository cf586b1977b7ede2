/** Remembers how far lists were scrolled, so that going back lands where one was. */

const offsets = new Map<string, number>()

/** Pixels from the top; 0 for a list not seen before. */
export const scrollOffset = (list: string): number => offsets.get(list) ?? 0

export const rememberScroll = (list: string, offset: number): void => {
  offsets.set(list, offset)
}
