/** Prefix stability: what a conversation adds extends the bytes that were sent before, so that the prompt cache keeps them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembledFrom } from '../../support/assembled.ts'
import { spoken, words, type Step } from '../../support/any-conversation.ts'
import { conversation } from '../../support/conversation.ts'

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: spoken },
  words.map(
    (text): Step =>
      (talk) =>
        talk.runs('ls', text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.reads('/src/a.ts', text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.meta(text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.command('compact-not', text, 'done'),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.parallel([
          { tool: 'Bash', input: { command: 'a' }, result: text },
          { tool: 'Bash', input: { command: 'b' }, result: text },
        ]),
  ),
  fc.constant<Step>((talk) => talk.calls('Bash', { command: 'sleep' }).interrupt()),
)

const replyOf = (line: string | undefined): unknown => {
  const { message } = JSON.parse(line ?? '{}') as { message?: { id?: string } }
  return message?.id
}

/** Numbers of lines after which no reply is half written. */
const ends = (lines: readonly string[]): readonly number[] =>
  lines.map((_, at) => at).filter((at) => at > 0 && (replyOf(lines[at]) === undefined || replyOf(lines[at]) !== replyOf(lines[at - 1])))

test('the history after each reply and prompt of a conversation is the beginning of the history at its end', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), fc.boolean(), (steps, isOpen) => {
      const talk = conversation()
      talk.human('begin')
      for (const take of steps) take(talk)
      if (isOpen) talk.calls('Bash', { command: 'sleep' }).interrupt({ leaveOpen: true })
      const lines = talk.lines()
      const whole = assembledFrom(lines)
      const bytes = whole.history.map((message) => JSON.stringify(message))
      for (const at of ends(lines)) {
        const part = assembledFrom(lines.slice(0, at))
        expect(part.systemPrompt).toBe(whole.systemPrompt)
        const own = part.history.map((message) => JSON.stringify(message))
        expect(own).toEqual(bytes.slice(0, own.length))
      }
    }),
  )
}, 60_000)
