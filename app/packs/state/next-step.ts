/** Finds the next step that the end of a response names. */
import { oneLine } from './one-line.ts'

const nextWords =
  /\b(?:next|remaining|to do|todo|still (?:needs? |have |has )?to|follow-?up|i['’]ll|i will|let me|let['’]s|shall i|should i|want me to|would you like|do you want|ready (?:to|for)|waiting|once you)\b/i

/** A sentence at the end; a question to the person is one. Undefined: none names a next step. */
export const nextIn = (text: string): string | undefined => {
  const prose = text.replaceAll(/```[^]*?```/g, '\n\n').trim()
  const sentences = prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*#|]|\d+[.)])\s?)|(?<=[.!?])\s+/)
    .map(oneLine)
    .filter((part) => part !== '')
    .slice(-6)
    .reverse()
  const question = sentences.slice(0, 2).find((sentence) => sentence.endsWith('?'))
  return (question ?? sentences.find((sentence) => nextWords.test(sentence) && !sentence.endsWith(':')))?.slice(0, 400)
}
