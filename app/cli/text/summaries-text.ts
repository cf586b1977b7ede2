/** Text about summaries by a model: the data that is sent, the cost, and the result. */
import type { SummariesCost, SummariesResult } from '../../contract/summaries.ts'
import { countText, usdText } from './format.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from './printable.ts'

export const tokensText = ({ inputTokens, outputTokens }: SummariesCost): string =>
  `${countText(inputTokens)} input and ${countText(outputTokens)} output tokens`

const restText = ({ alreadyWritten, nothingToTell }: SummariesResult): string => {
  const rest = [
    ...(alreadyWritten === 0 ? [] : [`${countOf(alreadyWritten, 'commit')} with a written summary already`]),
    ...(nothingToTell === 0 ? [] : [`${countOf(nothingToTell, 'commit')} without text`]),
  ]
  return rest.length === 0 ? '' : `Not sent: ${rest.join(', ')}.\n`
}

const awaitedText = ({ awaited }: SummariesResult, then: string): string =>
  awaited === 0 ? '' : `${countOf(awaited, 'commit')} in batches already sent ${awaited === 1 ? 'has' : 'have'} no result yet: ${then}.\n`

const problemsText = ({ problems }: SummariesResult): string =>
  problems.map(({ commitId, reason }) => `  ${commitId}  ${printableLine(reason)}\n`).join('')

export const keyText = ({ keyFrom }: Pick<SummariesResult, 'keyFrom'>): string =>
  keyFrom === null ? 'no API key is configured' : `key from ${printableLine(keyFrom)}`

/** Before anything is sent. */
export const outlookText = (view: SummariesResult, verb: 'will' | 'would'): string => {
  const { commits, sessions, host, isEncrypted, model, characters, estimate, noPrice, problems, inBatches } = view
  const unread = problems.length === 0 ? '' : `${countOf(problems.length, 'commit')} cannot be sent:\n${problemsText(view)}`
  const fetched = awaitedText(view, `${verb === 'will' ? 'it is' : 'it would be'} fetched, and nothing is sent again`)
  if (commits === 0) return `${fetched === '' ? 'No commit needs a summary.\n' : fetched}${restText(view)}${unread}`
  const openly = isEncrypted ? '' : ', not encrypted'
  const whole = countOf(characters, 'character')
  return [
    `${countOf(commits, 'commit')} of ${countOf(sessions, 'session')} ${verb} be sent ${inBatches ? 'in batches' : 'one by one'} to ${host}${openly}, for the model ${model} (${keyText(view)}).\n`,
    `Content: prompts, responses, tool calls and results, shortened and redacted; ${whole}.\n`,
    `Estimated cost: ${usdText(estimate.usd, noPrice ?? '')}, for about ${tokensText(estimate)}.\n`,
    fetched,
    restText(view),
    unread,
  ].join('')
}

const endText = ({ stopped, stoppedBecause }: SummariesResult): string => {
  if (stopped === null) return ''
  const what = stopped === 'max-cost' ? 'Stopped at --max-cost' : 'Stopped'
  return `${what}: ${printableLine(stoppedBecause ?? '')}. Run the command again to continue.\n`
}

/** Afterwards. */
export const summariesText = (view: SummariesResult): string => {
  const { written, overtaken, spent, noPrice, model, problems } = view
  const made = `${countOf(written, 'summary', 'summaries')} written by ${model}.`
  return [
    `${made} Cost: ${usdText(spent.usd, noPrice ?? '')}, for ${tokensText(spent)}.\n`,
    awaitedText(view, 'run strata summarize again to fetch it'),
    overtaken === 0 ? '' : `${countOf(overtaken, 'commit')} got another written summary meanwhile, which is kept.\n`,
    problems.length === 0 ? '' : `${countOf(problems.length, 'commit')} without a summary:\n${problemsText(view)}`,
    endText(view),
  ].join('')
}
