/** Texts as the state shows them: on one line. */
import type { CallStep } from '../recorded-steps.ts'
import { subjectOf } from '../work-facts.ts'

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The call in one line; of a path, its end. */
export const aboutOf = (call: CallStep): string => {
  const subject = subjectOf(call)
    .slice(0, 160)
    .replace(/^\/\S*\/(?=[^/\s]+\/[^/\s]+$)/, '…/')
  return `${call.tool} ${subject}`.trim()
}
