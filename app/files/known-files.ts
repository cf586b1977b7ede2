/** The knowledge of an agent about all files, step by step: versions, and how later observations confirm or refute them. */
import { mayBeTrimmed } from './apply-edit.ts'
import { afterEdits, checkedBy, isRefutedBy } from './edited-file.ts'
import {
  ranMayChange,
  type Absent,
  type BytesSeen,
  type Copied,
  type Edited,
  type FileStep,
  type Gone,
  type Moved,
  type ObservedBy,
  type PartSeen,
  type Ran,
  type Sought,
  type WholeSeen,
  type Written,
} from './file-step.ts'
import {
  bytesKnown,
  doubted,
  knownLines,
  linesShared,
  nothingKnown,
  proofOf,
  wholeFile,
  isWhole,
  withSelection,
  withUnsureEnd,
  type KnownFile,
  type KnownLines,
} from './known-file.ts'
import { fitsPatch, patchedFile } from './patched-file.ts'
import { afterSeen, shownBy } from './realigned.ts'
import { outcomeOf, type FileCheck } from './file-check.ts'
import { worst, type Proof } from '../model/objects/proof.ts'

/** The state of a file after a record that changed it. */
export interface FileVersion {
  readonly path: string
  readonly record: number
  readonly by: ObservedBy | 'deletion' | 'move' | 'copy'
  /** Null: the file is not there. */
  readonly file: KnownFile | null
  readonly proof: Proof
}

interface Held {
  readonly file: KnownFile | null
  readonly since: number
  /** Number of the step after which it was last in doubt. */
  readonly step: number
  /** Whether a named command may have created the missing file again. */
  readonly mayBeBack?: boolean
  /** The last known state of a file that does not exist. It may come back, for example when a branch is checked out. */
  readonly former?: KnownFile
}

export interface StepOutcome {
  readonly versions: readonly FileVersion[]
  readonly checks: readonly FileCheck[]
}

const isCertain = ({ proof }: KnownLines): boolean => proof !== 'likely'

const nothing: StepOutcome = { versions: [], checks: [] }

/** The file exists again, with a content that no record shows. */
const cameBack = ({ former }: Held): KnownFile => (former === undefined ? nothingKnown : { ...nothingKnown, former })

/**
 * A change of which neither a patch nor the content before it is recorded found its text: that of the first edit of a call, as later ones
 * change what that made.
 */
const checksOf = ({ path, edits: [first] }: Edited, held: Held | undefined, record: number): readonly FileCheck[] => {
  const isShown = held?.file?.stretches.some((stretch) => stretch.record === record) === true
  const check = isShown || first === undefined || held?.file == null ? undefined : checkedBy(held.file, first)
  return check === undefined || held === undefined ? [] : [{ path, record, by: 'edit', since: held.since, isOfCall: true, ...check }]
}

export class KnownFiles {
  readonly #held = new Map<string, Held>()
  #step = 0
  /** Step of the last command that may have changed any file. */
  #anyAt = -1

  /** The same knowledge, for another continuation. */
  copy(): KnownFiles {
    const copy = new KnownFiles()
    for (const [path, held] of this.#held) copy.#held.set(path, held)
    copy.#step = this.#step
    copy.#anyAt = this.#anyAt
    return copy
  }

  #knownOf(path: string): Held | undefined {
    const held = this.#held.get(path)
    if (held?.file === undefined || held.file === null || held.step > this.#anyAt) return held
    const next = { ...held, file: doubted(held.file), step: this.#step }
    this.#held.set(path, next)
    return next
  }

  /** The current knowledge of a file; undefined: none; null: the file does not exist. */
  now(path: string): KnownFile | null | undefined {
    return this.#knownOf(path)?.file
  }

  /** Proof of the answer of `now`, absence included. */
  proofNow(path: string): Proof {
    const held = this.#knownOf(path)
    if (held === undefined) return 'unknown'
    return held.file === null ? this.#goneProof(held) : proofOf(held.file)
  }

  get paths(): Iterable<string> {
    return this.#held.keys()
  }

  #set(path: string, file: KnownFile | null, record: number, by: FileVersion['by']): StepOutcome {
    const former = file === null ? this.#formerly(path) : undefined
    this.#held.set(path, { file, since: record, step: this.#step, ...(former !== undefined && { former }) })
    return { checks: [], versions: [{ path, record, by, file, proof: file === null ? 'observed' : proofOf(file) }] }
  }

  #formerly(path: string): KnownFile | undefined {
    const held = this.#held.get(path)
    return held?.file ?? held?.former
  }

  /** @param record its place in the chain */
  take(step: FileStep, record: number): StepOutcome {
    this.#step += 1
    switch (step.step) {
      case 'whole':
        return this.#seen(step, record)
      case 'part':
        return this.#part(step, record)
      case 'written':
        return this.#written(step, record)
      case 'edited':
        return this.#edited(step, record)
      case 'sought':
        return this.#sought(step)
      case 'bytes':
        return this.#bytes(step, record)
      case 'gone':
        return this.#gone(step, record)
      case 'absent':
        return this.#absent(step, record)
      case 'moved':
        return this.#moved(step, record)
      case 'copied':
        return this.#copied(step, record)
      case 'ran':
        return this.#ran(step)
    }
  }

  #ran(step: Ran): StepOutcome {
    const { effect, except = [] } = step
    if (effect.kind === 'any') this.#anythingRan(except)
    else this.#doubt((path) => ranMayChange(step, path))
    if (effect.kind === 'paths') for (const path of effect.written) if (!except.includes(path)) this.#mayBeMade(path)
    return nothing
  }

  /** @param except files for which the record shows what was done to them */
  #anythingRan(except: readonly string[]): void {
    const spared = except.flatMap((path) => {
      const held = this.#knownOf(path)
      return held === undefined ? [] : [[path, held] as const]
    })
    this.#anyAt = this.#step
    this.#step += 1
    for (const [path, held] of spared) this.#held.set(path, { ...held, step: this.#step })
  }

  #written({ path, content, patch, isEndUnsure }: Written, record: number): StepOutcome {
    const own = wholeFile(content, 'observed', record)
    if (patch !== undefined && !fitsPatch(own, patch)) {
      const known = this.#knownOf(path)?.file ?? nothingKnown
      return this.#set(path, patchedFile(known, patch, content.split('\n'), record), record, 'write')
    }
    return this.#set(path, isEndUnsure === true ? withUnsureEnd(own) : own, record, 'write')
  }

  /** A file that was gone may be there again. */
  #mayBeMade(path: string): void {
    const held = this.#held.get(path)
    if (held?.file === null) this.#held.set(path, { ...held, file: cameBack(held) })
  }

  #doubt(isMeant: (path: string) => boolean): void {
    for (const [path, held] of this.#held)
      if (isMeant(path)) this.#held.set(path, held.file === null ? { ...held, mayBeBack: true } : { ...held, file: doubted(held.file) })
  }

  /** A record says that it went away; since then a command may have made it again. */
  #goneProof({ step, mayBeBack }: Held): Proof {
    return step > this.#anyAt && mayBeBack !== true ? 'observed' : 'likely'
  }

  #seen(step: WholeSeen | PartSeen, record: number): StepOutcome {
    const { path, by } = step
    const [held, former] = [this.#knownOf(path), this.#formerly(path)]
    if (held === undefined || (step.step === 'part' && step.isNews === true))
      return this.#set(path, afterSeen(former, step, 'refuted', record), record, by)
    const known = held.file
    const seen = shownBy(step, known, record)
    const outcome = known === null ? 'refuted' : outcomeOf(known, seen)
    const proof = known === null ? this.#goneProof(held) : worst(...linesShared(known, seen))
    const checks: readonly FileCheck[] = outcome === undefined ? [] : [{ path, record, by, outcome, since: held.since, proof }]
    const next = step.step === 'whole' ? seen : afterSeen(former, step, outcome, record)
    // What is seen again without a difference is no version; more known lines are one.
    const isNew = known === null || outcome !== 'confirmed' || knownLines(next) > knownLines(known)
    if (isNew) return { ...this.#set(path, next, record, by), checks }
    this.#held.set(path, { file: next, since: held.since, step: this.#step })
    return { versions: [], checks }
  }

  #part(step: PartSeen, record: number): StepOutcome {
    if (step.isSelection === true) return this.#selected(step, record)
    return step.by === 'backup' && step.lines.length === 0 ? this.#isThere(step, record) : this.#seen(step, record)
  }

  /** The client copied the file; the copy is missing or too large to be read. */
  #isThere({ path, by }: PartSeen, record: number): StepOutcome {
    const held = this.#held.get(path)
    return held?.file === null ? this.#set(path, cameBack(held), record, by) : nothing
  }

  /** Neither confirms nor refutes. */
  #selected({ path, from, lines, by }: PartSeen, record: number): StepOutcome {
    const held = this.#knownOf(path)
    if (held?.file === null || held?.file.sourceHash !== undefined) return nothing
    const next = withSelection(held?.file ?? nothingKnown, { from, lines, record })
    if (next === undefined) return nothing
    if (next !== 'other') return this.#set(path, next, record, by)
    if (held !== undefined) this.#held.set(path, { ...held, file: doubted(held.file) })
    return nothing
  }

  #gone({ path }: Gone, record: number): StepOutcome {
    return this.#held.get(path)?.file === null ? nothing : this.#set(path, null, record, 'deletion')
  }

  #absent({ path }: Absent, record: number): StepOutcome {
    const held = this.#held.get(path)
    return held === undefined || held.file === null ? nothing : this.#set(path, null, record, 'deletion')
  }

  #bytes({ path, sourceHash, by }: BytesSeen, record: number): StepOutcome {
    const known = this.#knownOf(path)?.file
    // A result that shows neither text nor bytes says nothing of what is known.
    const isSame = sourceHash === null ? known != null : known?.sourceHash === sourceHash
    return isSame ? nothing : this.#set(path, bytesKnown(sourceHash), record, by)
  }

  #edited(step: Edited, record: number): StepOutcome {
    const { path, edits, isModified, patch } = step
    const held = this.#knownOf(path)
    const known = held?.file ?? nothingKnown
    const next = afterEdits(known, edits, record)
    if (patch !== undefined) {
      const isSure = isWhole(known) && known.stretches.every(isCertain)
      const isCall = isSure && edits.length > 0 && next !== undefined && next.stretches.every(isCertain) && fitsPatch(next, patch)
      const lines = edits.flatMap(({ to }) => to.split('\n'))
      return this.#set(path, isCall ? next : patchedFile(known, patch, lines, record), record, 'edit')
    }
    // Where some lines may be others, the text may have been in another place: then no line is surely where it was.
    const isDoubtful = isModified || !known.stretches.every(isCertain) || edits.some(mayBeTrimmed)
    const after = this.#set(path, next === undefined ? nothingKnown : isDoubtful ? doubted(next) : next, record, 'edit')
    return { ...after, checks: checksOf(step, held, record) }
  }

  /** Doubts a file in which the text is not as often as the change found it. */
  #sought({ path, text, times }: Sought): StepOutcome {
    const held = this.#knownOf(path)
    if (held === undefined) return nothing
    if (held.file === null) this.#mayBeMade(path)
    else if (isRefutedBy(held.file, text, times)) this.#held.set(path, { ...held, file: doubted(held.file) })
    return nothing
  }

  #copied({ path, to }: Copied, record: number): StepOutcome {
    return this.#set(to, this.#knownOf(path)?.file ?? nothingKnown, record, 'copy')
  }

  #moved({ path, to }: Moved, record: number): StepOutcome {
    const file = this.#knownOf(path)?.file ?? nothingKnown
    const [gone, there] = [this.#set(path, null, record, 'move'), this.#set(to, file, record, 'move')]
    return { checks: [], versions: [...gone.versions, ...there.versions] }
  }
}
