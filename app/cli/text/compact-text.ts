/** Text about the compaction of a chain: the data that is sent, its cost, and the new commit. */
import type { CompactResult } from '../../contract/compact.ts'
import { countOf } from '../../model/format/count.ts'
import { usdText } from './format.ts'
import { printable } from './printable.ts'
import { keyText, tokensText } from './summaries-text.ts'

/** Before anything is sent. */
export const compactOutlookText = (view: CompactResult, verb: 'will' | 'would'): string => {
  const { parent, commits, host, isEncrypted, model, characters, estimate, noPrice } = view
  const openly = isEncrypted ? '' : ', not encrypted'
  return [
    `The conversation at ${parent}, ${countOf(commits, 'commit')}, ${verb} be sent to ${host}${openly}, for the model ${model} (${keyText(view)}).\n`,
    `Content: prompts, responses, tool calls and results, shortened and redacted; ${countOf(characters, 'character')}.\n`,
    `Estimated cost: ${usdText(estimate.usd, noPrice ?? '')}, for about ${tokensText(estimate)}.\n`,
  ].join('')
}

/** Afterwards: the summary, the commit, and the cost. */
export const compactedText = ({ text, commitId, parent, commits, fork, spent, noPrice }: CompactResult): string => {
  const moved = fork === null ? '' : ` ${fork} moved to it.`
  const cost = spent === null ? '' : ` Cost: ${usdText(spent.usd, noPrice ?? '')}, for ${tokensText(spent)}.`
  return `${printable(text ?? '')}\n\n${String(commitId)} compacts ${countOf(commits, 'commit')} up to ${parent}.${moved}${cost}\n`
}
