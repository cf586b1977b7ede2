/** The moments of a session at which a context is built: each prompt of a person, or each reply. */
import { isSetting } from '../packs/work-facts.ts'
import type { PromptStep, Step } from '../packs/recorded-steps.ts'

export type MomentKind = 'prompt' | 'reply'

export interface Moment {
  /** Number of steps that are visible. */
  readonly before: number
  /** Number of the first step that is no longer part of what the agent did next. */
  readonly until: number
  /** The newest prompt. */
  readonly prompt: PromptStep
}

const isTask = (step: Step): step is PromptStep => step.kind === 'prompt' && !(step.isCommand && isSetting(step.text))

const isPersons = (step: Step): step is PromptStep => isTask(step) && step.isOfPerson

const isOfAgent = (step: Step | undefined): boolean => step?.kind === 'response' || step?.kind === 'call'

/** Prompts that a person typed one after another before the agent did anything are one moment, the last. */
const atPrompts = (steps: readonly Step[]): readonly Moment[] => {
  const prompts = steps.filter(isPersons)
  return prompts.flatMap((prompt, at): readonly Moment[] => {
    const until = prompts[at + 1]?.step ?? steps.length
    const acts = steps.slice(prompt.step + 1, until).some(isOfAgent)
    return acts ? [{ before: prompt.step + 1, until, prompt }] : []
  })
}

const atReplies = (steps: readonly Step[]): readonly Moment[] => {
  const moments: Moment[] = []
  let prompt: PromptStep | undefined
  for (const [at, step] of steps.entries()) {
    if (isTask(step)) prompt = step
    if (prompt === undefined || !isOfAgent(step) || isOfAgent(steps[at - 1])) continue
    let until = at
    while (isOfAgent(steps[until])) until += 1
    // The results of its calls show whether an error came again.
    while (steps[until]?.kind === 'result') until += 1
    moments.push({ before: at, until, prompt })
  }
  return moments
}

export const momentsOf = (steps: readonly Step[], kind: MomentKind): readonly Moment[] =>
  kind === 'prompt' ? atPrompts(steps) : atReplies(steps)
