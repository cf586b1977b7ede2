/** The calls whose result is shown below their card: those of unfolded sub-agents. */
import { createContext, use } from 'react'

const noCalls: ReadonlySet<string> = new Set()

export const AnswersBelow = createContext(noCalls)

export const useIsAnsweredBelow = (call: string): boolean => use(AnswersBelow).has(call)
