/**
 * Messages of the window: short information at the foot, for example “Copied ctx-1a2b3c4d”, and failures, which stay until they are
 * dismissed. The history keeps the last messages of both kinds.
 */
import { ask, failureOf } from '../calls/bridge.ts'
import { observable } from '../calls/observable.ts'
import { failureHint } from './failure-hint.ts'
import { withNotice, withoutShown, type Notice, type NoticeList } from './notice-list.ts'

/** The information that is currently shown. */
export const notice = observable<string | undefined>(undefined)

/** Newest last. */
export const notices = observable<NoticeList>([])

const shownMs = 4000
let timer: ReturnType<typeof setTimeout> | undefined
let count = 0

/** Adds to the history without showing it: another part of the window does. */
export const noteNotice = (text: string, isFailure: boolean, isShown = false): void => {
  count += 1
  notices.set(withNotice(notices.get(), { id: count, at: Date.now(), text, isFailure, isShown }))
}

export const showNotice = (text: string): void => {
  noteNotice(text, false)
  clearTimeout(timer)
  notice.set(text)
  timer = setTimeout(() => notice.set(undefined), shownMs)
}

/** Says what went wrong with something the person asked for. */
export const showFailure = (thrown: unknown): void => {
  const failure = failureOf(thrown)
  noteNotice(`${failure.message} ${failureHint(failure)}`, true, true)
}

export const dismissNotice = ({ text }: Notice): void => notices.set(withoutShown(notices.get(), text))

/** Puts a text on the clipboard and says so. */
export const copyText = (text: string, what: string): void => {
  ask('shell.copyText', { text }).then(() => showNotice(`Copied ${what}`), showFailure)
}
