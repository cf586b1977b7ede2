/** Finds what people say again and again: sentences of prompts that come in several sessions. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { RepeatedInstruction, RepeatedView, SaidPlace } from '../../contract/reasoning.ts'
import { count, instant, optional, text, type Row } from '../../model/columns.ts'
import { oneLine } from '../../model/format/one-line.ts'
import { humanPrompts } from '../../model/record-class.ts'
import { SentenceGroups, type Sentence } from '../../reasoning/repeated-sentences.ts'
import { sentencesOf } from '../../reasoning/passage-sentences.ts'
import { termsIn } from '../../recall/terms.ts'
import { withLineNames } from '../kernel/file-lines.ts'
import { yieldToEventLoop } from '../kernel/run-in-slices.ts'
import peoplePrompts from './people-prompts.sql?raw'

const columns = {
  sessionId: text('session_id'),
  title: text('title'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: optional(instant('occurred_at')),
  commitId: optional(text('commit_id')),
  body: text('body'),
  total: count('total'),
} as const
type Prompt = Row<typeof columns>

/** Longer prompts are mostly pasted, and so are longer sentences. */
const most = { prompt: 2000, sentence: 200, lines: 8 } as const
/** Lines at the beginning of a longer prompt that count, and its last one: what is pasted is between them. */
const ofLong = 2

/** What programs print: names with values, options, headings, marks of logs. */
const isPrinted = (sentence: string): boolean =>
  !/^[\p{L}“'(]/u.test(sentence) || /"\w+":|[[{|]$|^\w+(?: \w+)?: \S+$|^error\b|\[flags\]/iu.test(sentence)

const typedPart = (body: string): string => {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  return lines.length <= most.lines ? body : [...lines.slice(0, ofLong), ...lines.slice(-1)].join('\n')
}
/** Fewer words say nothing that could be a rule. */
const leastTerms = 2

/** Paths, links and ids say which thing is meant, and not what to do. */
const names = /(?:https?:\/\/|@?[~/\\])\S+|\b\S+\.\w{1,5}(?::[\d-]+)?\b|\b[0-9a-f]{7,}\b|#\d+/giu

const ofPrompt = (prompt: Prompt): readonly Sentence<Prompt>[] => {
  if (prompt.body.length > most.prompt) return []
  return sentencesOf(typedPart(prompt.body)).flatMap((sentence) => {
    const line = oneLine(sentence)
    const terms = new Set(termsIn(line.replaceAll(names, ' ')))
    return line.length > most.sentence || isPrinted(line) || terms.size < leastTerms ? [] : [{ place: prompt, text: line, terms }]
  })
}

const maxPlaces = 20

/** Prompts that are compared: the newest. */
const maxPrompts = 20_000

const groupsOf = async (prompts: readonly Prompt[]): Promise<readonly (readonly Sentence<Prompt>[])[]> => {
  const groups = new SentenceGroups<Prompt>()
  const pause = yieldToEventLoop({ checkpoint: () => undefined })
  for (const prompt of prompts) {
    for (const sentence of ofPrompt(prompt)) groups.add(sentence)
    await pause()
  }
  return groups.all
}

/** The newest sentence of each session, the newest session first. */
const newestOfSessions = (group: readonly Sentence<Prompt>[]): readonly Sentence<Prompt>[] => {
  const bySession = new Map<string, Sentence<Prompt>>()
  for (const sentence of group) {
    bySession.delete(sentence.place.sessionId)
    bySession.set(sentence.place.sessionId, sentence)
  }
  return [...bySession.values()].reverse()
}

export const findRepeated = async (
  tables: Tables,
  { sessions: least, project, limit }: CallParsed<'reasoning.repeated'>,
): Promise<RepeatedView> => {
  const asked = { classes: [...humanPrompts], project: project ?? null, most: String(maxPrompts) }
  const prompts = await tables.query(peoplePrompts, columns, asked)
  const groups = (await groupsOf(prompts)).map((group) => ({ group, bySession: newestOfSessions(group) }))
  const repeated = groups
    .filter(({ bySession }) => bySession.length >= least)
    .sort((one, other) => other.bySession.length - one.bySession.length || other.group.length - one.group.length)
    .slice(0, limit)
  const rows = await Promise.all(
    repeated.map(async ({ group, bySession }): Promise<RepeatedInstruction> => {
      const shown = bySession
        .slice(0, maxPlaces)
        .map(({ place: { body: _, total: __, ...place }, text: said }) => ({ ...place, text: said }))
      const places: readonly SaidPlace[] = await withLineNames(tables, shown)
      return { text: group.at(-1)?.text ?? '', times: group.length, sessions: bySession.length, places }
    }),
  )
  return { rows, compared: prompts.length, prompts: prompts[0]?.total ?? 0 }
}
