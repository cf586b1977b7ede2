/** How a session ended: as its client wrote, else by the last event of its main chain. */

export const sessionEndings = ['finished', 'handed over', 'interrupted', 'failed', 'abandoned', 'unknown'] as const
export type SessionEnding = (typeof sessionEndings)[number]

/** What each rule looks at, as the rest of a sentence about the session. */
const meanings = {
  recorded: 'the client recorded how it ended',
  'failed request': 'its last request to the model failed',
  interruption: 'a person stopped it, and nothing follows',
  'open question': 'the agent asked a question that has no answer',
  question: 'the last paragraph of the agent asks something',
  response: 'the agent responded last and asked nothing',
  'prompt without reply': 'nothing follows its last prompt',
  'call without result': 'nothing follows its last tool call',
  'inside a turn': 'nothing follows a result or thinking of the agent',
  'may continue': 'its transcript changed in the last half hour',
  'no event': 'its main chain has no event',
  'prompts only': 'only its prompts are known',
} as const
export type EndingRule = keyof typeof meanings
export const endingRules = Object.keys(meanings) as readonly EndingRule[]

export interface Ended {
  readonly ending: SessionEnding
  readonly rule: EndingRule
}

/** Rules by which the transcript says it; the others conclude it from what is missing, or from words. */
const certain: ReadonlySet<EndingRule> = new Set(['recorded', 'failed request', 'interruption'])

export const isGuessedEnding = ({ ending, rule }: Ended): boolean => ending !== 'unknown' && !certain.has(rule)

/** `finished?`: a question mark is for a guess. */
export const endingWord = (ended: Ended): string => `${ended.ending}${isGuessedEnding(ended) ? '?' : ''}`

/** `A guess: the agent responded last and asked nothing.` */
export const endingMeaning = (ended: Ended): string => {
  const meaning = meanings[ended.rule]
  return isGuessedEnding(ended) ? `A guess: ${meaning}.` : `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
}

const minuteMs = 60_000

/** The moment of which an ending is: whether a session may continue is decided once in each minute, and equally everywhere. */
export const endingMoment = (now: number): number => Math.floor(now / minuteMs) * minuteMs
