/** The handlers of every call of the contract; a missing one does not compile. */
import type { Handlers } from '../contract/calls.ts'
import { agentsHandlers } from './agents/handlers.ts'
import { analyticsHandlers } from './analytics/handlers.ts'
import { checkpointsHandlers } from './checkpoints/handlers.ts'
import { commitsHandlers } from './commits/handlers.ts'
import { costHandlers } from './cost/handlers.ts'
import { exportHandlers } from './export/handlers.ts'
import { filesHandlers } from './files/handlers.ts'
import { gcHandlers } from './gc/handlers.ts'
import { importChainHandlers } from './import-chain/handlers.ts'
import { importHandlers } from './import/handlers.ts'
import { kernelHandlers } from './kernel/handlers.ts'
import { lakeHandlers } from './lake/handlers.ts'
import { ledgerHandlers } from './ledger/handlers.ts'
import { materialiseHandlers } from './materialise/handlers.ts'
import { problemsHandlers } from './problems/handlers.ts'
import { readerHandlers } from './reader/handlers.ts'
import { refsHandlers } from './refs/handlers.ts'
import { repairHandlers, type RepairParts } from './repair/handlers.ts'
import { restoreHandlers } from './restore/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { sessionsHandlers } from './sessions/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { sourcesHandlers, type SourcesParts } from './sources/handlers.ts'
import { sqlHandlers, type SqlParts } from './sql/handlers.ts'
import { statsHandlers } from './stats/handlers.ts'
import { summariesHandlers } from './summaries/handlers.ts'
import { transferHandlers } from './transfer/handlers.ts'
import { verifyHandlers } from './verify/handlers.ts'
import { watchHandlers, type WatchParts } from './watch/handlers.ts'

/** What the handlers of all features need. */
export type AllParts = RepairParts & SourcesParts & SqlParts & WatchParts

export const handlersWith = (parts: AllParts): Handlers => ({
  ...agentsHandlers(parts),
  ...analyticsHandlers(parts),
  ...checkpointsHandlers(parts),
  ...commitsHandlers(parts),
  ...costHandlers(parts),
  ...exportHandlers(parts),
  ...filesHandlers(parts),
  ...gcHandlers(parts),
  ...importChainHandlers(parts),
  ...importHandlers(parts),
  ...kernelHandlers(parts),
  ...lakeHandlers(parts),
  ...ledgerHandlers(parts),
  ...materialiseHandlers(parts),
  ...problemsHandlers(parts),
  ...readerHandlers(parts),
  ...refsHandlers(parts),
  ...repairHandlers(parts),
  ...restoreHandlers(parts),
  ...searchHandlers(parts),
  ...sessionsHandlers(parts),
  ...settingsHandlers(parts),
  ...sourcesHandlers(parts),
  ...sqlHandlers(parts),
  ...statsHandlers(parts),
  ...summariesHandlers(parts),
  ...transferHandlers(parts),
  ...verifyHandlers(parts),
  ...watchHandlers(parts),
})
