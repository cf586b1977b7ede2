/** Written questions: found, silent where the answer is missing, the newest first, silent for other projects. */
import { expect, test } from 'vitest'
import type { RecallCandidate, RecallQuestion } from '../../../app/recall/candidate.ts'
import { recall } from '../../../app/recall/recall.ts'
import questions from '../../labelled/recall-questions.json' with { type: 'json' }
import foreign from '../../labelled/foreign-prompts.json' with { type: 'json' }

const hour = 3_600_000
const now = Date.UTC(2026, 5, 30)

const event = (summary: string, hours: number): RecallCandidate => ({
  id: summary,
  type: 'decision',
  status: 'unknown',
  summary,
  text: '',
  files: [],
  sessionId: `session ${hours}`,
  commitId: null,
  occurredAt: now - hours * hour,
})

const facts = questions.facts.map(({ said }, at) => event(said, 100 + at))
const amended = questions.amended.flatMap(({ earlier, later }, at) => [event(earlier, 60 + at), event(later, 20 + at)])
const all = [...facts, ...amended]

const asked = (prompt: string): RecallQuestion => ({ prompt, files: [], asOf: now, sessionId: null, branch: null, cwd: null })
const shareOf = <T>(list: readonly T[], is: (one: T) => boolean): number => list.filter(is).length / list.length

test('at least 90 % of written questions are answered, and at most 10 % where the answer is missing', () => {
  expect(shareOf(questions.facts, ({ said, question }) => recall(asked(question), all).items[0]?.id === said)).toBeGreaterThanOrEqual(0.9)
  const speaksWithout = ({ said, question }: (typeof questions.facts)[number]): boolean =>
    !recall(
      asked(question),
      all.filter(({ id }) => id !== said),
    ).silent
  expect(shareOf(questions.facts, speaksWithout)).toBeLessThanOrEqual(0.1)
})

test('what was amended is answered with the newest first in at least 5 of 6 cases', () => {
  const isNewestFirst = ({ later, question }: (typeof questions.amended)[number]): boolean =>
    recall(asked(question), all).items[0]?.id === later
  expect(shareOf(questions.amended, isNewestFirst)).toBeGreaterThanOrEqual(5 / 6)
})

test('at most 5 % of the prompts of other projects get an answer', () => {
  expect(shareOf(foreign, (prompt) => !recall(asked(prompt), all).silent)).toBeLessThanOrEqual(0.05)
})
