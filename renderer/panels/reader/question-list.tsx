/** Questions to a person, the choices, and what the person answered. */
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { readQuestions, type Question } from './read-questions.ts'
import type { ToolCallBlock } from './tool-outcome.ts'

export const QuestionList = ({ block }: { readonly block: ToolCallBlock }): ReactNode => (
  <div className="questions">
    {readQuestions(block.input, block.result?.answers ?? null).map((question, place) => (
      <QuestionView key={place} question={question} />
    ))}
  </div>
)

const QuestionView = ({ question }: { readonly question: Question }): ReactNode => (
  <section className="question" aria-label={question.text}>
    <p>{question.text}</p>
    <ul>
      {question.choices.map((choice) => (
        <li key={choice.label} className={choice.isChosen ? 'is-chosen' : ''}>
          {choice.isChosen ? <CircleCheck size={14} aria-label="chosen" /> : <Circle size={14} aria-label="not chosen" />}
          <span>{choice.label}</span> <span className="faint">{choice.description}</span>
        </li>
      ))}
    </ul>
    {question.ownAnswer === undefined ? null : <p className="question-answer">Answer: {question.ownAnswer}</p>}
  </section>
)
