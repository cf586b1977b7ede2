/** The notices of a window: the history, and which failures are still shown. */

export interface Notice {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
  readonly isFailure: boolean
  /** It stays at the foot of the window until it is dismissed. */
  readonly isShown: boolean
}

/** Newest last. */
export type NoticeList = readonly Notice[]

const maxKept = 100

/** More lines would cover too much of the screen. */
const maxShown = 3

/** The same failure again is shown once. */
export const withNotice = (list: NoticeList, notice: Notice): NoticeList =>
  [...(notice.isShown ? withoutShown(list, notice.text) : list), notice].slice(-maxKept)

/** The list with no notice of this text shown. */
export const withoutShown = (list: NoticeList, text: string): NoticeList =>
  list.map((each) => (each.isShown && each.text === text ? { ...each, isShown: false } : each))

export const shownNotices = (list: NoticeList): NoticeList => list.filter(({ isShown }) => isShown).slice(-maxShown)
