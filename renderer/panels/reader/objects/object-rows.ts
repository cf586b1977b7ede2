/** Which objects of a state a person sees, and in which order. */
import type { ObjectView, StatedObject } from '../../../../app/contract/session-state.ts'

/** The sets of a state. Each is a part of the one before it. */
export const objectSets = ['index', 'metadata', 'active', 'pinned'] as const
export type ObjectSet = (typeof objectSets)[number]

export const setNames: Readonly<Record<ObjectSet, string>> = {
  index: 'Session index',
  metadata: 'Metadata pool',
  active: 'Active',
  pinned: 'Pinned',
}

export const setMeanings: Readonly<Record<ObjectSet, string>> = {
  index: 'Everything that the agent met up to here',
  metadata: 'What is in the context, in full or in one line',
  active: 'What is in the context in full',
  pinned: 'What is exempt from collapse',
}

export const typeNames: Readonly<Record<ObjectView['type'], string>> = {
  file: 'File',
  toolcall: 'Tool call',
  chat: 'Chat',
  system_prompt: 'System prompt',
  session: 'Session',
}

export const levelNames: Readonly<Record<StatedObject['level'], string>> = { active: 'active', metadata: 'one line', indexed: 'index only' }

const isIn: Readonly<Record<ObjectSet, (object: StatedObject) => boolean>> = {
  index: () => true,
  metadata: ({ level }) => level !== 'indexed',
  active: ({ level }) => level === 'active',
  pinned: ({ pinned }) => pinned,
}

const lastUse = ({ lastUsedAt }: StatedObject): number => lastUsedAt ?? Number.MAX_SAFE_INTEGER

/** The objects of a set and a type, used last first. Objects without a time come before all others. */
export const shownObjects = (
  objects: readonly StatedObject[],
  set: ObjectSet,
  type: ObjectView['type'] | undefined,
): readonly StatedObject[] =>
  objects
    .filter((object) => isIn[set](object) && (type === undefined || object.type === type))
    .sort((one, other) => lastUse(other) - lastUse(one))
