/** Remembers how far lists were scrolled and which row was selected, so that going back shows the same place. */

interface Place {
  /** Pixels from the top. */
  readonly offset: number
  /** Index of the selected row; undefined: none was. */
  readonly selected: number | undefined
}

const places = new Map<string, Place>()
const top: Place = { offset: 0, selected: undefined }

const placeOf = (list: string): Place => places.get(list) ?? top

/** Pixels from the top; 0 for a list not seen before. */
export const scrollOffset = (list: string): number => placeOf(list).offset

/** Index of the row that was selected last; undefined: none was, or the list was not seen before. */
export const lastSelected = (list: string): number | undefined => placeOf(list).selected

export const rememberScroll = (list: string, offset: number): void => {
  places.set(list, { ...placeOf(list), offset })
}

export const rememberSelected = (list: string, selected: number | undefined): void => {
  places.set(list, { ...placeOf(list), selected })
}
