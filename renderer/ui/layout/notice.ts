/** One line at the foot of the window for a moment: “Copied ctx-1a2b3c4d”. */
import { ask, failureOf } from '../calls/bridge.ts'
import { observable } from '../calls/observable.ts'
import { failureHint } from './failure-hint.ts'

export interface Notice {
  readonly text: string
  readonly isFailure: boolean
}

export const notice = observable<Notice | undefined>(undefined)

const shownMs = 4000
let timer: ReturnType<typeof setTimeout> | undefined

const show = (shown: Notice): void => {
  clearTimeout(timer)
  notice.set(shown)
  timer = setTimeout(() => notice.set(undefined), shownMs)
}

export const showNotice = (text: string): void => show({ text, isFailure: false })

/** Says what went wrong with something the person asked for. */
export const showFailure = (thrown: unknown): void => {
  const failure = failureOf(thrown)
  show({ text: `${failure.message} ${failureHint(failure)}`, isFailure: true })
}

/** Puts a text on the clipboard and says so. */
export const copyText = (text: string, what: string): void => {
  ask('shell.copyText', { text }).then(() => showNotice(`Copied ${what}`), showFailure)
}
