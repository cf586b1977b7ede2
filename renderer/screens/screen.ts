/** The declaration of a screen: the router, the navigation, the palette, the help and the menu of the desktop read it. */
import type { LucideIcon } from 'lucide-react'
import { lazy, type ComponentType, type ReactNode } from 'react'
import type { StoreView } from '../../app/contract/store.ts'
import type { Address } from '../ui/address/address.ts'

export interface ScreenProps<A> {
  readonly address: A
  /** Undefined until the store has answered. */
  readonly store: StoreView | undefined
}

/** How people go to a screen. */
interface ScreenEntry<A> {
  readonly address: A
  readonly icon: LucideIcon
  readonly keys: readonly string[]
  readonly place: 'main' | 'foot'
  /** Other views during which the entry is the current one. */
  readonly alsoFor?: readonly Address['view'][]
  /** Shown beside the title when it is not 0. */
  readonly count?: (store: StoreView) => number
  /** Says what is counted, for a count that needs attention. */
  readonly warning?: string
}

interface ScreenDeclaration<A extends Address> {
  /** As its address is declared. */
  readonly view: A['view']
  /** Heading, and name in the navigation, the palette and the menu. */
  readonly title: string
  /** True: the screen shows its title itself. */
  readonly showsTitle?: boolean
  readonly component: ComponentType<ScreenProps<A>>
  /** Undefined: only other screens lead to it. */
  readonly entry?: ScreenEntry<A>
}

export type Screen = ScreenDeclaration<Address>

/** Components of screens that are loaded when they are first shown. */
const lateParts: (() => Promise<unknown>)[] = []

/** A component that is not loaded with the window: the first screen does not wait for it. */
export const late = <P extends object>(load: () => Promise<(props: P) => ReactNode>): ((props: P) => ReactNode) => {
  let loading: Promise<(props: P) => ReactNode> | undefined
  const once = (): Promise<(props: P) => ReactNode> => (loading ??= load())
  lateParts.push(once)
  // React draws it like any other component.
  return lazy(async () => ({ default: await once() }))
}

/** Loads all late parts, one after the other: no screen waits then, and an open window does not miss files that an update removes. */
export const loadLateParts = async (): Promise<void> => {
  for (const load of lateParts) await load()
}

export const screen = <A extends Address>(declaration: ScreenDeclaration<A>): Screen =>
  // A screen receives only addresses of its view.
  declaration as unknown as Screen
