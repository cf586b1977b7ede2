/** The tabs of the inspector, in their order. A tab for something new is one more line. */
import { commitTab } from './commit-tab.tsx'
import { contextTab } from './context-tab.tsx'
import { filesTab } from './files-tab.tsx'
import { stateTab } from './state-tab.tsx'
import type { InspectorTab } from './tab.ts'

export const inspectorTabs: readonly InspectorTab[] = [commitTab, contextTab, filesTab, stateTab]
