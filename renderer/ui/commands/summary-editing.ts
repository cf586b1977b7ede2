/** Which commit's summary is written just now, and what had the focus before. */
import { observable } from '../calls/observable.ts'

export interface SummaryEditing {
  readonly commitId: string
  readonly back: Element | null
}

export const summaryEditing = observable<SummaryEditing | undefined>(undefined)

export const editSummary = (commitId: string): void => summaryEditing.set({ commitId, back: document.activeElement })

/** Ends it, and gives the focus back. */
export const endSummary = (): void => {
  const back = summaryEditing.get()?.back
  summaryEditing.set(undefined)
  setTimeout(() => {
    if (back instanceof HTMLElement && back.isConnected) back.focus()
  })
}
