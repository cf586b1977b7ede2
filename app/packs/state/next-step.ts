/** Finds the next step that the end of a response names. */
import { oneLine } from '../../model/format/one-line.ts'

const nextWords =
  /\b(?:next (?:steps?|up|i|we|is)|next[,:]|remaining (?:steps?|tasks?|work|items?)|to do|todo|still (?:needs? |have |has )?to|follow-?up|i['’]ll|i will|let me(?! know)|let['’]s|shall i|should i|want me to|would you like|do you want|ready (?:to|for)|waiting|once you)\b/i

const leading =
  /next steps?|remaining|still (?:open|to do)|to do|todo|need(?:s|ed)? to|required|what(?:['’]s| is) left|before (?:you|this|the)|follow-?ups?/i
const item = /^\s*(?:[-*]|\d+[.)])\s+/

/** A list at the end under a line that says that it is still to be done: “Next steps:”, “You need to:”. */
const listedIn = (prose: string): string | undefined => {
  const lines = prose.split('\n').filter((line) => line.trim() !== '')
  const first = lines.length - [...lines].reverse().findIndex((line) => !item.test(line) && !/^\s{2,}/.test(line))
  const lead = lines[first - 1]
  if (first === lines.length || lead === undefined || !leading.test(lead)) return undefined
  const items = lines.slice(first).map((line) => oneLine(line.replace(item, '')))
  return oneLine(`${lead.replace(/^#+\s*/, '')} ${items.join('; ')}`)
}

/** A sentence at the end; a question to the person is one. Undefined: none names a next step. */
export const nextIn = (text: string): string | undefined => {
  const prose = text.replaceAll(/```[^]*?```/g, '\n\n').trim()
  const listed = listedIn(prose)
  if (listed !== undefined) return listed.slice(0, 400)
  const sentences = prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*#|]|\d+[.)])\s?)|(?<=[.!?])\s+/)
    .map(oneLine)
    .filter((part) => part !== '')
    .slice(-6)
    .reverse()
  const question = sentences.slice(0, 2).find((sentence) => sentence.endsWith('?'))
  return (question ?? sentences.find((sentence) => nextWords.test(sentence) && !sentence.endsWith(':')))?.slice(0, 400)
}
