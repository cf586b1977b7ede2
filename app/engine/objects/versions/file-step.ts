/** What records say about files: each one a step in what an agent knows. */
import type { ShellEffect } from '../shell/shell-effect.ts'
import type { TextEdit } from './apply-edit.ts'

/** Where the bytes of an observation stand. */
export type ObservedBy = 'read' | 'write' | 'edit' | 'notebook' | 'mention' | 'backup' | 'output'

/** The content as a whole. */
export interface WholeSeen {
  readonly step: 'whole'
  readonly path: string
  readonly content: string
  readonly by: ObservedBy
}

/** Some of its lines. */
export interface PartSeen {
  readonly step: 'part'
  readonly path: string
  /** Of its first line, counted from 1. */
  readonly from: number
  readonly lines: readonly string[]
  /** Of the whole file, counted as the parts between line feeds. */
  readonly total: number | undefined
  readonly by: ObservedBy
  /** The client noticed that the file was changed: nothing else of it is known any more. */
  readonly isNews?: boolean
}

/** Its content was replaced. */
export interface Written {
  readonly step: 'written'
  readonly path: string
  readonly content: string
  /** There was no file before. */
  readonly isNew?: boolean
}

export interface Edited {
  readonly step: 'edited'
  readonly path: string
  readonly edits: readonly TextEdit[]
  /** A person changed what the agent proposed: what was written is not known. */
  readonly isModified: boolean
}

/** It is not there. */
export interface Gone {
  readonly step: 'gone'
  readonly path: string
}

export interface Moved {
  readonly step: 'moved'
  readonly path: string
  readonly to: string
}

/** Something ran that may have changed files. */
export interface Ran {
  readonly step: 'ran'
  readonly effect: ShellEffect
  /** The call that a sub-agent was started with, which did it: the records of the sub-agent say more, where there are any. */
  readonly spawnedBy?: string
}

export type FileStep = WholeSeen | PartSeen | Written | Edited | Gone | Moved | Ran

/** The files that a step is about; none: it may be any. */
export const pathsOf = (step: FileStep): readonly string[] => {
  if (step.step === 'ran') return []
  return step.step === 'moved' ? [step.path, step.to] : [step.path]
}
