/** Collects what the commands of one call change, in the order in which they run. */
import type { Act } from './act.ts'
import { type Place, isAtOrBelow } from './place.ts'
import type { ShellEffect } from './shell-effect.ts'

type Change =
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'removed'; readonly path: string }
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }

export interface Changes {
  any(): void
  /** Nothing is certain of what follows: what it does depends on what the text of the command does not say. */
  lose(): void
  /** A command was started in the background. */
  detach(): void
  /** It ended. */
  attach(): void
  readonly isDetached: () => boolean
  /** The rest is not read. */
  stop(): void
  /** @param isActed what happens there is one of the acts */
  write(place: Place, isActed?: boolean): void
  /** @param path absolute; the file does not exist after the call if the call succeeded. */
  remove(path: string): void
  move(from: string, to: string): void
  act(act: Act): void
  /** Counts commands: a call that expands to too many commands is not followed to its end. */
  countCommand(): void
  readonly isLost: () => boolean
  readonly isStopped: () => boolean
  effect(): ShellEffect
  acts(): readonly Act[]
}

const maxPaths = 400
const maxCommands = 20_000

const pathsOf = (change: Change): readonly string[] => (change.kind === 'moved' ? [change.from, change.to] : [change.path])

const touches = (one: Change, other: Change): boolean =>
  pathsOf(one).some((path) => pathsOf(other).some((named) => isAtOrBelow(path, named) || isAtOrBelow(named, path)))

/** A removal or a move is reported only if no other command of the call changes the same files: order is not part of an effect. */
const isFinal = (change: Change, at: number, changes: readonly Change[]): boolean =>
  changes.every((other, index) => index === at || (change.kind === 'removed' && index < at) || !touches(change, other))

const effectOf = (changes: readonly Change[]): ShellEffect => {
  const written = new Set<string>()
  const removed = new Set<string>()
  const moved: { from: string; to: string }[] = []
  for (const [at, change] of changes.entries()) {
    if (change.kind === 'written' || !isFinal(change, at, changes)) for (const path of pathsOf(change)) written.add(path)
    else if (change.kind === 'removed') removed.add(change.path)
    else moved.push({ from: change.from, to: change.to })
  }
  return { kind: 'paths', written: [...written], removed: [...removed], moved }
}

const keyOf = (change: Change): string => [change.kind, ...pathsOf(change)].join('\0')

export const collectChanges = (): Changes => {
  const changes = new Map<string, Change>()
  const acts: Act[] = []
  let [isAny, isLost, isStopped] = [false, false, false]
  let isDetached = false
  let commands = 0
  const any = (): void => {
    isAny = true
  }
  const act = (one: Act): void => {
    if ((!isLost || one.kind === 'unsure') && acts.length < maxPaths) acts.push(one)
  }
  const stop = (): void => {
    ;[isAny, isLost, isStopped] = [true, true, true]
  }
  const add = (change: Change): void => {
    // A repeated change moves to the end: what matters is whether anything follows it.
    changes.delete(keyOf(change))
    changes.set(keyOf(change), change)
    if (changes.size > maxPaths) stop()
  }
  return {
    any,
    stop,
    lose: () => {
      isLost = true
    },
    write: (place, isActed = false) => {
      if (place === 'anywhere') any()
      else if (place !== 'nowhere') {
        add({ kind: 'written', path: place.path })
        if (!isActed) act({ kind: 'unsure', path: place.path, isShown: false })
      }
    },
    remove: (path) => add({ kind: 'removed', path }),
    move: (from, to) => add({ kind: 'moved', from, to }),
    act,
    countCommand: () => {
      commands += 1
      if (commands > maxCommands) stop()
    },
    detach: () => {
      isDetached = true
    },
    attach: () => {
      isDetached = false
    },
    isDetached: () => isDetached,
    isLost: () => isLost,
    isStopped: () => isStopped,
    effect: () => {
      if (isAny) return { kind: 'any' }
      return changes.size === 0 ? { kind: 'none' } : effectOf([...changes.values()])
    },
    // Where reading stopped, what was read may not be what ran.
    acts: () => (isStopped || acts.length === maxPaths ? [] : acts),
  }
}
