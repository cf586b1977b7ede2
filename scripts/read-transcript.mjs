/** Reads transcripts for the checks, without the code that is checked. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a file with their numbers. */
export async function* linesOf(file) {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1
    yield { line, text }
  }
}

export function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message of a record, also of one that carries that of a sub-agent. */
export function spoken(record) {
  const carried = record?.type === 'progress' && record.data?.type === 'agent_progress' ? record.data.message : undefined
  const { message, toolUseResult, timestamp } = carried ?? record ?? {}
  const blocks = Array.isArray(message?.content) ? message.content.filter((block) => typeof block === 'object' && block !== null) : []
  return { blocks, result: toolUseResult, at: Date.parse(timestamp), isOfAgent: carried !== undefined || record?.isSidechain === true }
}

/** The transcripts of a store that are still on disk, and how many are not. */
export async function transcriptsOf(engine, exists) {
  const all = (await engine.ask('sources.list')).filter(({ role }) => role === 'session' || role === 'agent')
  const sources = all.filter(({ path }) => exists(path))
  return { sources, missing: all.length - sources.length }
}
