/** Watches and trackers that a process started through an owner. They end with that owner, so they are started again through the next one. */
import type { CallParsed } from '../../contract/calls.ts'
import type { JobView } from '../../contract/jobs.ts'
import type { Envelope } from '../../contract/signals.ts'
import { isObject } from '../../model/json-object.ts'

type Call = (name: string, input: unknown) => Promise<Envelope<unknown>>

const textsIn = (input: unknown, name: string): readonly string[] => {
  const texts = isObject(input) ? input[name] : undefined
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

/** Folders that are watched without being remembered, and sessions whose files are tracked. */
export class LastingWork {
  readonly #watched = new Set<string>()
  /** Whether files outside of the working directory are tracked too. */
  readonly #tracked = new Map<string, boolean>()

  /** Notes a call that succeeded. */
  note(name: string, input: unknown): void {
    if (name === 'watch.start' && isObject(input) && input['remember'] === false)
      for (const path of textsIn(input, 'paths')) this.#watched.add(path)
    if (name === 'watch.stop') this.#unwatch(textsIn(input, 'paths'))
    if (name === 'track.start')
      for (const session of textsIn(input, 'sessions')) this.#tracked.set(session, isObject(input) && input['outside'] === true)
    if (name === 'track.stop') for (const session of textsIn(input, 'sessions')) this.#tracked.delete(session)
  }

  /** @param paths none: all */
  #unwatch(paths: readonly string[]): void {
    if (paths.length === 0) this.#watched.clear()
    for (const path of paths) this.#watched.delete(path)
  }

  /** Transcripts are imported first, so that what an agent changed meanwhile is not recorded as a change on disk. */
  async restart(call: Call): Promise<void> {
    const paths = [...this.#watched]
    if (paths.length > 0) {
      const begun = await call('import.start', { paths })
      if (begun.ok) await call('job.wait', { jobId: (begun.value as JobView).jobId })
      await call('watch.start', { paths, remember: false })
    }
    for (const outside of [false, true]) {
      const sessions = [...this.#tracked].flatMap(([session, isOutside]) => (isOutside === outside ? [session] : []))
      if (sessions.length > 0) await call('track.start', { sessions, outside } satisfies CallParsed<'track.start'>)
    }
  }
}
