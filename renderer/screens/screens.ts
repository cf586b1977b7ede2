/** Every screen, in the order of the navigation. */
import { analyticsScreen } from './analytics/screen.ts'
import { compareScreen } from './compare/screen.ts'
import { filesScreen } from './files/screen.ts'
import { ledgerScreen } from './ledger/screen.ts'
import { logScreen } from './log/screen.ts'
import { materialisedScreen } from './materialised/screen.ts'
import { policiesScreen } from './policies/screen.ts'
import { problemsScreen } from './problems/screen.ts'
import { reasoningScreen } from './reasoning/screen.ts'
import { refsScreen } from './refs/screen.ts'
import { searchScreen } from './search/screen.ts'
import { sessionScreen } from './session/screen.ts'
import { sessionsScreen } from './sessions/screen.ts'
import { settingsScreen } from './settings/screen.ts'
import { sourcesScreen } from './sources/screen.ts'
import { sqlScreen } from './sql/screen.ts'
import { storeScreen } from './store/screen.ts'
import type { Screen } from './screen.ts'

export const screens: readonly Screen[] = [
  sessionsScreen,
  searchScreen,
  filesScreen,
  reasoningScreen,
  logScreen,
  refsScreen,
  ledgerScreen,
  analyticsScreen,
  policiesScreen,
  sqlScreen,
  problemsScreen,
  sourcesScreen,
  storeScreen,
  settingsScreen,
  sessionScreen,
  compareScreen,
  materialisedScreen,
]
