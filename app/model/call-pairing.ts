/**
 * Pairs results with calls. Some models count call ids from 0 in every reply, so one id names several calls: each call gets an id of its
 * own, and a result belongs to the nearest earlier call that has no result yet.
 */

export interface CallPlace {
  /** Key that all parts of one reply share. */
  readonly reply: string
  /** Id of the record that contains the call. */
  readonly record: string | undefined
  /** The input of the call: one reply may contain the same call twice. Not read where the id is random. */
  readonly input: string | undefined
}

interface Call extends CallPlace {
  readonly id: string
  answered: boolean
}

/** Ids that a service draws at random: within one reply such an id names one call, however often it is written. */
const randomId = /^(?:toolu|call)_[A-Za-z0-9]{16,}$/

/** Whether an id names one call of its reply; the input of the call does not matter. */
export const isRandomCallId = (id: string): boolean => randomId.test(id)

/** Calls of one id that are remembered: a result is looked for among these. */
const maxCalls = 64

/** The last calls of one id. */
interface Calls {
  readonly last: Call[]
  /** All calls of the id so far. */
  count: number
}

/** Marks an id as that of an agent's call: an id that is counted may be in the transcript of every agent. */
export const agentCallId = (written: string, agent: string): string => (randomId.test(written) ? written : `${written}@${agent}`)

const ownCallId = /^([\s\S]*?)(?:@[^@#]+)?(?:#\d+#*)?$/

/** The id that a transcript has of a call, from the call's own. */
export const writtenCallId = (id: string): string => ownCallId.exec(id)?.[1] ?? id

const isUnanswered = ({ answered }: Call): boolean => !answered

/** The first unanswered call of the last reply that has one. */
const nearest = (calls: readonly Call[]): Call | undefined => {
  const last = calls.filter(isUnanswered).at(-1)
  return last === undefined ? undefined : calls.find((call) => call.reply === last.reply && isUnanswered(call))
}

/** Pairs calls with results. Calls and results must be passed in the order in which they were written. */
export class CallPairing {
  readonly #calls = new Map<string, Calls>()
  readonly #given = new Set<string>()

  /** The call's own id: the written one, or for a further call with the same id `ID#2`, `ID#3`, … */
  call(written: string, place: CallPlace): string {
    const { reply, record, input } = place
    const calls = this.#calls.get(written)
    if (calls !== undefined || !isRandomCallId(written)) return this.#further(written, calls ?? { last: [], count: 0 }, place)
    // Nearly every call: no id that is made looks like a random one.
    this.#calls.set(written, { last: [{ reply, record, input, id: written, answered: false }], count: 1 })
    return written
  }

  #further(written: string, calls: Calls, place: CallPlace): string {
    const isRandom = isRandomCallId(written)
    const isSame = ({ reply, input }: Call): boolean => reply === place.reply && (isRandom || input === place.input)
    const same = calls.last.find(isSame)
    if (same !== undefined) return same.id
    calls.count += 1
    const id = this.#freeId(written, calls.count)
    calls.last.push({ ...place, id, answered: false })
    if (calls.last.length > maxCalls) calls.last.shift()
    this.#calls.set(written, calls)
    return id
  }

  /**
   * The id of the call that a result belongs to; undefined when no call was written so far.
   * @param records ids of the records that the result names as its source or its parent.
   */
  result(written: string, records: readonly (string | undefined)[]): string | undefined {
    const calls = this.#calls.get(written)?.last ?? []
    const [only] = calls
    if (only !== undefined && calls.length === 1) {
      only.answered = true
      return only.id
    }
    const named = calls.filter(({ record }) => record !== undefined && records.includes(record))
    const call = named.find(isUnanswered) ?? named.at(-1) ?? nearest(calls) ?? calls.at(-1)
    if (call !== undefined) call.answered = true
    return call?.id
  }

  /** The id of the first call without a result, for a result that was written before its call. */
  open(written: string): string | undefined {
    const call = this.#calls.get(written)?.last.find(isUnanswered)
    if (call !== undefined) call.answered = true
    return call?.id
  }

  /** The id of the last call, for a record that names a call while it runs. */
  last(written: string): string | undefined {
    return this.#calls.get(written)?.last.at(-1)?.id
  }

  #freeId(written: string, number: number): string {
    let id = number === 1 && written !== '' ? written : `${written}#${number}`
    while (this.#given.has(id)) id += '#'
    this.#given.add(id)
    return id
  }
}
