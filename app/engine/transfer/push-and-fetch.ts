/** Sends to a remote store, and brings from it. */
import { hostname } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import type { TransferResult } from '../../contract/transfer.ts'
import { StrataError } from '../../model/failure.ts'
import { emptyHoldings, type Holdings } from '../../store/files/holdings.ts'
import { openStore, storeExists } from '../../store/open-store.ts'
import { StoreReader } from '../../store/store-reader.ts'
import type { Store } from '../../store/store.ts'
import type { JobProgress } from '../kernel/job.ts'
import { rulesVersion } from '../kernel/rules-version.ts'
import { checkApart } from './remotes.ts'
import { transfer } from './receive.ts'

export interface Exchange {
  readonly remote: { readonly name: string; readonly path: string }
  readonly names: readonly string[]
  readonly dryRun: boolean
  /** True: sessions that were removed from the receiver come back. */
  readonly includeRemoved?: boolean
}

/** How long another program may take to let go of the remote store, milliseconds. */
const patienceMs = 15_000
const askAgainMs = 250

/** The remote store, owned. @throws StrataError store-locked, which says by whom, and what openStore throws */
const owned = async (path: string, progress: JobProgress): Promise<Store> => {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await openStore(path, { program: 'strata push', rulesVersion })
    } catch (thrown) {
      const isLocked = thrown instanceof StrataError && thrown.code === 'store-locked'
      if (!isLocked || Date.now() > until) throw thrown
      progress.phase(`Waiting: ${thrown.message}`, 'entries', undefined)
      await after(askAgainMs)
      progress.checkpoint()
    }
  }
}

/** Prefix of this machine's refs whose names are in use on the other side. */
const ownName = (): string => hostname().replaceAll(/[^\p{L}\p{N}_-]+/gu, '-') || 'pushed'

/**
 * Sends what is asked for to a remote store, which is created when there is none. An artifact that cannot be read there counts as lacking:
 * it is written again. The damaged pack stays until a repair there, since the tables are not up to date meanwhile.
 * Its tables show it when it is opened next.
 */
export const push = async (store: Store, { remote, names, dryRun }: Exchange, progress: JobProgress): Promise<TransferResult> => {
  checkApart(store.dir, remote.path)
  const asked = { names, since: undefined }
  const rules = { origin: ownName(), movesForks: true }
  if (dryRun) {
    const reader = (await storeExists(remote.path)) ? await StoreReader.open(remote.path) : undefined
    try {
      return await transfer({ from: store, to: reader ?? emptyHoldings(remote.path), write: undefined, asked, rules }, progress)
    } finally {
      await reader?.close()
    }
  }
  const to = await owned(remote.path, progress)
  try {
    return await transfer({ from: store, to, write: to, heals: to, asked, rules }, progress)
  } finally {
    await to.close()
  }
}

/**
 * Brings what is asked for from a remote store, also while another process has it open. An artifact that cannot be read here counts as lacking.
 */
export const fetchFrom = async (store: Store, exchange: Exchange, progress: JobProgress): Promise<TransferResult> => {
  const { remote, names, dryRun, includeRemoved: includesRemoved = false } = exchange
  checkApart(store.dir, remote.path)
  const from: Holdings & { close(): Promise<void> } = await StoreReader.open(remote.path)
  try {
    const asked = { names, since: undefined }
    const rules = { origin: remote.name, movesForks: false, includesRemoved }
    return await transfer({ from, to: store, write: dryRun ? undefined : store, heals: store, asked, rules }, progress)
  } finally {
    await from.close()
  }
}
