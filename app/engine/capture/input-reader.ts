/** Reads what a person sends to an agent: in the arguments of the command that starts it, and on its standard input. */
import { LineSplitter } from '../../../importer/line-splitter.ts'
import type { StreamedEvent, StreamReader } from '../../model/streamed-event.ts'

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
  readonly #stream: Pick<StreamReader, 'promptsIn'>
  readonly #splitter = new LineSplitter()
  #text: Uint8Array[] = []
  #isFirst = true

  /** @param stream reads what the agent is given as messages */
  constructor(settings: InputSettings, stream: Pick<StreamReader, 'promptsIn'>) {
    this.#settings = settings
    this.#stream = stream
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
    return this.#stream.promptsIn(line).map((content) => {
      const source = this.#isFirst ? 'initial' : 'user'
      this.#isFirst = false
      return prompted(source, content, atMs)
    })
  }
}
