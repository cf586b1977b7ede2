/** Statements of records about files: each is a step in the knowledge of an agent. */
import { mayChange, type ShellEffect } from '../shell/shell-effect.ts'
import type { TextEdit } from './apply-edit.ts'
import type { Patch } from './patch.ts'

/** Where the bytes of an observation stand. */
export type ObservedBy = 'read' | 'write' | 'edit' | 'notebook' | 'mention' | 'backup' | 'output' | 'tracker'

/** The content as a whole. */
export interface WholeSeen {
  readonly step: 'whole'
  readonly path: string
  readonly content: string
  readonly by: ObservedBy
  /** SHA-256 of its bytes; undefined: the client shows files without carriage returns and byte order marks. */
  readonly sourceHash?: string
}

/** Bytes that are no text: an image, a PDF. */
export interface BytesSeen {
  readonly step: 'bytes'
  readonly path: string
  /** SHA-256 of the bytes; null: not recorded. */
  readonly sourceHash: string | null
  readonly by: ObservedBy
}

/** Some of its lines. */
export interface PartSeen {
  readonly step: 'part'
  readonly path: string
  /** Number of the first line, from 1. */
  readonly from: number
  readonly lines: readonly string[]
  /** Lines of the whole file, counted as the parts between line feeds; undefined: not recorded. */
  readonly total: number | undefined
  readonly by: ObservedBy
  /** Whether the client noticed that the file was changed: the rest of the file is then unknown. */
  readonly isNews?: boolean
  /** Whether a person selected the lines in an editor: it may count lines from 0 or 1, and may show unsaved text. */
  readonly isSelection?: boolean
}

/** Its content was replaced. */
export interface Written {
  readonly step: 'written'
  readonly path: string
  readonly content: string
  /** There was no file before. */
  readonly isNew?: boolean
  /** The content that was actually written, when a person changed it. */
  readonly patch?: Patch
  /** Whether a line feed ends it is not recorded. */
  readonly isEndUnsure?: boolean
}

export interface Edited {
  readonly step: 'edited'
  readonly path: string
  readonly edits: readonly TextEdit[]
  /** A person changed what the agent proposed: what was written is not known. */
  readonly isModified: boolean
  /** The change as the client recorded it; it takes precedence over the call. */
  readonly patch?: Patch
}

/** A change failed, because the text to replace is not there, or at several places. */
export interface Sought {
  readonly step: 'sought'
  readonly path: string
  readonly text: string
  readonly times: number
}

/** It is not there. */
export interface Gone {
  readonly step: 'gone'
  readonly path: string
}

/** The client noted that there is no file, mostly before the agent makes it: no deletion where nothing was known of it. */
export interface Absent {
  readonly step: 'absent'
  readonly path: string
}

export interface Moved {
  readonly step: 'moved'
  readonly path: string
  readonly to: string
}

/** Its content is in another file too. */
export interface Copied {
  readonly step: 'copied'
  readonly path: string
  readonly to: string
}

/** Something ran that may have changed files. */
export interface Ran {
  readonly step: 'ran'
  readonly effect: ShellEffect
  /** Files for which the record shows what the command did to them. */
  readonly except?: readonly string[]
  /** The call that a sub-agent was started with, which did it: the records of the sub-agent say more, where there are any. */
  readonly spawnedBy?: string
}

export type FileStep = WholeSeen | BytesSeen | PartSeen | Written | Edited | Sought | Gone | Absent | Moved | Copied | Ran

/** The client made a copy of a file, which it keeps beside the session. */
export interface BackedUp {
  readonly step: 'backed up'
  /** As the client gives it: below the working directory of the session, or absolute. */
  readonly path: string
  /** Name of the copy; null: there was no file. */
  readonly name: string | null
  /** Milliseconds since 1970; null: not recorded. */
  readonly at: number | null
}

/** A step as its record contains it, before the file backups that it names are looked up. */
export type RecordStep = FileStep | BackedUp

/** Lines that an editor showed; they may be unsaved. */
export const isSelection = (step: FileStep): boolean => step.step === 'part' && step.isSelection === true

/** Whether the step moves or copies the content of a file to another path. */
export const isTransfer = (step: FileStep): step is Moved | Copied => step.step === 'moved' || step.step === 'copied'

/** The paths that a step is about; empty: it may be about any file. */
export const pathsOf = (step: FileStep): readonly string[] => {
  if (step.step === 'ran') return []
  return isTransfer(step) ? [step.path, step.to] : [step.path]
}

/** Whether what ran may have changed a file. */
export const ranMayChange = ({ effect, except = [] }: Ran, path: string): boolean => !except.includes(path) && mayChange(effect, path)

/** As the tables have it. */
export const ranText = ({ effect, except }: Ran): string => JSON.stringify(except === undefined ? effect : { ...effect, except })

/** @param text of the tables; null: it may have changed any file */
export const ranOf = (text: string | null): Ran => {
  const { except, ...effect } = JSON.parse(text ?? '{"kind":"any"}') as ShellEffect & Pick<Ran, 'except'>
  return { step: 'ran', effect, ...(except !== undefined && { except }) }
}

/** A step that may have changed these files. */
export const changing = (written: readonly string[]): Ran => ({
  step: 'ran',
  effect: { kind: 'paths', written, removed: [], moved: [] },
})

/** The files that a step may have changed, as a step for other agents; undefined: none. */
export const asChange = (step: FileStep): FileStep | undefined => {
  switch (step.step) {
    case 'ran':
      return step
    case 'written':
    case 'edited':
    case 'gone':
      return changing([step.path])
    case 'copied':
      return changing([step.to])
    case 'moved':
      return changing([step.path, step.to])
    default:
      return undefined
  }
}
