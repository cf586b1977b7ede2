/**
 * Finds events in the text of a graph without reading all of it as JSON: each event is a line. Hooks have a tenth of a second, of which the
 * whole graph of a large project would take most.
 */
import { isObject, textIn } from '../model/json-object.ts'
import { reasonings } from '../model/reasoning.ts'
import { pathsNamed } from '../recall/named.ts'
import { termsIn } from '../recall/terms.ts'
import type { Failure } from './failures.ts'
import { nodeIn, type EventNode } from './thinking-record.ts'

const newline = 0x0a

const jsonIn = (line: string): unknown => {
  try {
    return JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line)
  } catch {
    return undefined
  }
}

/** The lines that contain a text, each once and in order. */
const linesWith = (graph: Buffer, needle: string): readonly string[] => {
  const found: string[] = []
  for (let at = graph.indexOf(needle); at !== -1;) {
    const from = graph.lastIndexOf(newline, at) + 1
    const end = graph.indexOf(newline, at)
    const to = end === -1 ? graph.length : end
    found.push(graph.toString('utf8', from, to))
    at = graph.indexOf(needle, to)
  }
  return found
}

/** The events whose line contains a text. @param words that are in one of its texts, in small letters; default: any are */
export const eventsWith = (graph: Buffer, needle: string, words = ''): readonly EventNode[] => {
  const written = JSON.stringify(words).slice(1, -1)
  return linesWith(graph, needle)
    .filter((line) => written === '' || line.toLowerCase().includes(written))
    .flatMap((line) => nodeIn(jsonIn(line)) ?? [])
}

/** The failure that the graph has for a command, with its event. */
export const failureOf = (graph: Buffer, command: string): { readonly failure: Failure; readonly event: EventNode } | undefined => {
  for (const line of linesWith(graph, `{"command":${JSON.stringify(command)},"event":`)) {
    const value = jsonIn(line)
    const id = isObject(value) ? textIn(value, 'event') : undefined
    const event = id === undefined ? undefined : eventsWith(graph, `{"id":${JSON.stringify(id)},`)[0]
    if (id === undefined || event === undefined || !isObject(value)) continue
    return { failure: { command, event: id, times: typeof value['times'] === 'number' ? value['times'] : 1 }, event }
  }
  return undefined
}

/** The beginning that all words of a term have. */
const probeOf = (term: string): string => term.slice(0, Math.max(4, term.length - 2)).toLowerCase()

const choices = reasonings.map((type) => `"type":"${type}"`)
/** Characters in front of the type: id, session and time. */
const maxHead = 400
const isChoice = (line: string): boolean => {
  const head = line.slice(0, maxHead)
  return choices.some((choice) => head.includes(choice))
}

const maxProbes = 60
/** Events that are ranked. */
const maxScanned = 200

export interface Scanned {
  readonly events: readonly EventNode[]
  /** Events that share nothing with the prompt, or less than those that are given. */
  readonly others: number
}

const callsField = '"tool_calls":'
const startOfEvents = '"events": ['

/** The lines of choices from a place on, and the number of all events. */
const choicesIn = (text: string, from: number): { readonly lines: readonly string[]; readonly all: number } => {
  const lines: string[] = []
  let all = 0
  for (let at = text.indexOf('\n', from); at !== -1;) {
    const end = text.indexOf('\n', at + 1)
    if (text.startsWith('{"id"', at + 1)) {
      all += 1
      const line = text.slice(at + 1, end === -1 ? undefined : end)
      if (isChoice(line)) lines.push(line)
    }
    at = end
  }
  return { lines, all }
}

/**
 * Decisions, rejections and trade-offs that share a word or a file with a prompt, in the order of the file. What an agent looked at says
 * little to another one.
 */
export const scanEvents = (text: string, prompt: string, filesHinted: readonly string[]): Scanned => {
  const start = text.indexOf(startOfEvents)
  if (start === -1) return { events: [], others: 0 }
  const { lines, all } = choicesIn(text, start + startOfEvents.length)
  const names = [...filesHinted, ...pathsNamed(prompt)]
  const probes = [...new Set([...termsIn(prompt).map(probeOf), ...names.map((name) => baseOf(name).toLowerCase())])].slice(0, maxProbes)
  const having = probes.map(() => 0)
  const hits = lines.map((whole) => {
    const line = whole.slice(0, whole.lastIndexOf(callsField)).toLowerCase()
    const own: number[] = []
    probes.forEach((probe, nth) => {
      if (!line.includes(probe)) return
      own.push(nth)
      having[nth] = (having[nth] ?? 0) + 1
    })
    return own
  })
  const weights = having.map((count) => Math.log(1 + all / Math.max(1, count)))
  const scored = hits
    .map((own, at) => ({ at, score: own.reduce((sum, nth) => sum + (weights[nth] ?? 0), 0) }))
    .filter(({ score }) => score > 0)
  const best = scored.length <= maxScanned ? scored : [...scored].sort((a, b) => b.score - a.score || b.at - a.at).slice(0, maxScanned)
  const found = [...best].sort((a, b) => a.at - b.at).flatMap(({ at }) => nodeIn(jsonIn(lines[at] ?? '')) ?? [])
  return { events: found, others: all - found.length }
}

const baseOf = (path: string): string => path.replaceAll('\\', '/').split('/').at(-1) ?? path
