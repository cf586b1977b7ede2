/**
 * The message with which the client passes an approved plan to a new conversation. The client writes it, and a person may have typed
 * feedback below the plan.
 */

const lead = 'Implement the following plan:'
const planHint = '\n\nIf you need specific details from before exiting plan mode'

/** Texts that the client adds below a plan, each a paragraph. */
const hints = [
  /^If you need specific details from before exiting plan mode[^\n]*$/,
  /^If this plan can be broken down into multiple independent tasks[^\n]*$/,
  /^IMPORTANT: When you have finished implementing the plan, you MUST call the [^\n]*$/,
]
const feedbackLabel = /^User feedback on this plan:\s*/

/** The feedback that a person typed below a plan; '': none. */
const feedbackIn = (below: string): string => {
  const paragraphs = below.trim().split(/\n\s*\n/)
  const first = paragraphs.findIndex((paragraph) => !hints.some((hint) => hint.test(paragraph.trim())))
  return first === -1 ? '' : paragraphs.slice(first).join('\n\n').trim().replace(feedbackLabel, '')
}

/** Where the text below the plan begins; undefined: the text hands over no plan. */
const endOfPlan = (text: string, plan: string): number | undefined => {
  const at = plan === '' ? -1 : text.indexOf(plan, lead.length)
  if (at !== -1 && text.slice(lead.length, at).trim() === '') return at + plan.length
  const hint = text.lastIndexOf(planHint)
  if (hint !== -1) return hint
  return plan === '' ? undefined : text.length
}

/**
 * The feedback in the message that hands over a plan; '' when there is none; undefined: it is not such a message. The first line alone is
 * not sufficient: the record must have the plan in a separate field, or the client's hint must be below the plan.
 * @param planContent the plan in the separate field of the record, which clients since 2.1.29 write
 */
export const planFeedback = (text: string, planContent: unknown): string | undefined => {
  if (!text.startsWith(lead)) return undefined
  const end = endOfPlan(text, typeof planContent === 'string' ? planContent.trim() : '')
  return end === undefined ? undefined : feedbackIn(text.slice(end))
}
