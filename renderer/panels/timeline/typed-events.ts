/** What a human typed, among the events of a timeline. Other prompts are messages of programs and agents. */
import type { TimelineEvent } from '../../../app/contract/timeline.ts'
import { humanPrompts, typedCommands, type RecordClass } from '../../../app/model/record-class.ts'

const isOf = (classes: ReadonlySet<RecordClass>) => {
  const names: ReadonlySet<string> = classes
  return ({ kind, class: name }: TimelineEvent): boolean => kind === 'prompt' && names.has(name)
}

/** Counted as a human prompt, as everywhere else. */
export const isHumanPrompt = isOf(humanPrompts)

/** A slash command or a shell line. */
export const isTypedCommand = isOf(typedCommands)
