/** The questions in the input of a call that asks a person, with the answers. */
import type { ToolResultView } from '../../../app/contract/reader.ts'
import { fieldsOf, textIn } from './input-fields.ts'

export interface Question {
  readonly text: string
  readonly choices: readonly { readonly label: string; readonly description: string; readonly isChosen: boolean }[]
  /** An answer that is none of the choices; undefined: there is none. */
  readonly ownAnswer: string | undefined
}

export const readQuestions = (input: unknown, answers: ToolResultView['answers']): readonly Question[] => {
  const { questions } = fieldsOf(input)
  return Array.isArray(questions) ? questions.map((question) => readQuestion(fieldsOf(question), answers ?? {})) : []
}

const readQuestion = (fields: ReturnType<typeof fieldsOf>, answers: Readonly<Record<string, string>>): Question => {
  const text = textIn(fields, 'question')
  const answer = Object.hasOwn(answers, text) ? answers[text] : undefined
  const options = Array.isArray(fields['options']) ? fields['options'].map(fieldsOf) : []
  // Several choices are written with a comma between them.
  const chosen = new Set([answer, ...(fields['multiSelect'] === true ? (answer ?? '').split(', ') : [])])
  const choices = options.map((option) => {
    const label = textIn(option, 'label')
    return { label, description: textIn(option, 'description'), isChosen: chosen.has(label) }
  })
  return { text, choices, ownAnswer: answer === undefined || choices.some(({ isChosen }) => isChosen) ? undefined : answer }
}
