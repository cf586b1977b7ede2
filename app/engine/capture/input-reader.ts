/** Reads what a person sends to an agent: in the arguments of the command that starts it, and on its standard input. */
import { LineSplitter } from '../../../importer/claude-code/stream-json/line-splitter.ts'
import { readStreamLine } from '../../../importer/claude-code/stream-json/read-stream-line.ts'
import type { StreamedEvent } from '../../../importer/claude-code/stream-json/stream-reader.ts'

export interface InputSettings {
  /** As the command that was started says it. */
  readonly prompt?: string | undefined
  /** How the agent takes its input: as text that belongs to the first prompt, or as messages. */
  readonly input: 'none' | 'text' | 'messages'
}

const prompted = (source: string, content: string, atMs: number): StreamedEvent => ({
  event: { type: 'prompt', timestamp: atMs / 1000, payload: { source, content } },
  agentCall: '',
  isSummary: false,
})

export class InputReader {
  readonly #settings: InputSettings
  readonly #splitter = new LineSplitter()
  #text: Uint8Array[] = []
  #isFirst = true

  constructor(settings: InputSettings) {
    this.#settings = settings
  }

  /** Prompts that this piece of the input ends; text is kept for the first prompt. */
  push(piece: Uint8Array, atMs: number): readonly StreamedEvent[] {
    if (this.#settings.input === 'messages') return this.#splitter.push(piece).flatMap((line) => this.#message(line, atMs))
    this.#text.push(piece)
    return []
  }

  /** The first prompt, once: what the command says, and after it the text of the input. */
  first(atMs: number): readonly StreamedEvent[] {
    if (!this.#isFirst || this.#settings.input === 'messages') return []
    this.#isFirst = false
    const text = Buffer.concat(this.#text).toString('utf8')
    this.#text = []
    // The client joins the two so, white space and all (2.1.330).
    const content = [this.#settings.prompt ?? '', text].filter((part) => part !== '').join('\n')
    return content === '' ? [] : [prompted('initial', content, atMs)]
  }

  #message(line: Uint8Array, atMs: number): readonly StreamedEvent[] {
    if (line.length === 0) return []
    const prompts = readStreamLine(line).events.flatMap((event) => (event.type === 'prompt' ? [event.payload.content] : []))
    return prompts.map((content) => {
      const source = this.#isFirst ? 'initial' : 'user'
      this.#isFirst = false
      return prompted(source, content, atMs)
    })
  }
}
