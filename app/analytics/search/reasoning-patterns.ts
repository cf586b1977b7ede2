/**
 * Words that mark a thought as a decision, a rejection or a trade-off. The rule knows English words, not their meaning: it misses some such
 * thoughts, and sometimes finds others.
 */
import type { Reasoning } from '../../model/reasoning.ts'
import { searchPattern } from './search-pattern.ts'

const phrases = {
  decision: [
    "I'll go with|I will go with|let's go with|I'm going with|I'd go with|I'll stick with|let's stick with",
    "I'll use|let's use|I'm going to use|we should use|I should use",
    "I've decided|I decided|decided to|I'll choose|I choose|I chose|settle on|opt for|I prefer|I'd prefer",
    'the best approach|the best option|the best way|the right approach|the cleanest|the simplest approach|makes more sense|but instead|so instead|would do|will do|is enough',
  ],
  rejection: [
    "won't work|will not work|doesn't work|does not work|didn't work|did not work|can't work|cannot work",
    'let me revert|revert that|I should revert|undo that|scrap that|start over|dead end|ruled out|rule out',
    "wrong approach|bad idea|not a good idea|that's wrong|that is wrong|was wrong|has a problem|is not the right|isn't the right|not an option|give up on|abandon|is too much|is not enough|isn't enough|is too slow",
  ],
  tradeoff: [
    'trade-off|tradeoff|trade off|downside|drawback|pros and cons|compromise|on the other hand|at the cost of|at the expense of',
    'slower but|faster but|simpler but|but slower|but simpler|but ideally|good enough|for now|overkill',
  ],
} as const satisfies Readonly<Record<Reasoning, readonly string[]>>

/** The regular expression for a kind of reasoning; apostrophes also match typographic ones. */
export const reasoningPattern = (reasoning: Reasoning): string => {
  const all = phrases[reasoning].flatMap((line) => line.split('|')).map((phrase) => searchPattern(phrase).replaceAll("'", "['’]"))
  return String.raw`\b(?:${all.join('|')})\b`
}
