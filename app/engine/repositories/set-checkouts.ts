/** Joins or separates two checkouts. */
import type { CallParsed } from '../../contract/calls.ts'
import type { CheckoutLinkView, RepositoriesView } from '../../contract/repositories.ts'
import { StrataError } from '../../model/failure.ts'
import { normalPath } from '../../model/objects/file-path.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { settledMachine } from '../file-systems/file-systems.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import { placeKey, type Place } from './fold-checkouts.ts'
import { repositoriesOf, workingFolders } from './repositories.ts'
import { linkView, repositoriesView } from './repository-views.ts'

export const listRepositories = async (context: EngineContext): Promise<RepositoriesView> => repositoriesView(await repositoriesOf(context))

/** A folder that sessions worked in, else one of this machine. @throws StrataError invalid-input, ambiguous-id */
const placeOf = async (context: EngineContext, folders: readonly Place[], given: string): Promise<Place> => {
  const path = normalPath(given)
  if (path === undefined)
    throw new StrataError('invalid-input', `“${given}” is not an absolute path: give the folder as transcripts write it`, { text: given })
  const [first, ...others] = folders.filter((folder) => folder.path === path)
  if (others.length === 0) return first ?? { filesystemId: await settledMachine(context), path }
  const machine = await settledMachine(context)
  const own = [first, ...others].find((folder) => folder?.filesystemId === machine)
  if (own !== undefined) return own
  throw new StrataError('ambiguous-id', `“${path}” is a folder of several file systems, none of which is that of this machine`, {
    text: path,
  })
}

/** @throws StrataError invalid-input, ambiguous-id, disk-full */
export const setCheckouts = async (context: EngineContext, input: CallParsed<'repositories.set'>): Promise<CheckoutLinkView> => {
  const { store } = context
  const folders = await workingFolders(context)
  const [one, other] = [await placeOf(context, folders, input.one), await placeOf(context, folders, input.other)]
  if (placeKey(one) === placeKey(other))
    throw new StrataError('invalid-input', `Both folders are the same: ${one.path}`, { text: one.path })
  const held = ({ filesystemId, path }: Place) => ({ filesystem_id: filesystemId, path })
  await withWriteLock(store, () =>
    store.writeUnits([
      {
        entries: [],
        journal: { kind: 'checkout', one: held(one), other: held(other), same: input.same, set_at: new Date().toISOString() },
        replaces: undefined,
        rows: {},
      },
    ]),
  )
  context.changed([])
  const keys = new Set([placeKey(one), placeKey(other)])
  const link = (await repositoriesOf(context)).links.find((pair) => keys.has(placeKey(pair.one)) && keys.has(placeKey(pair.other)))
  const nothing = {
    files: 0,
    carried: 0,
    branches: [],
    commits: 0,
    isExchanged: false,
    named: null,
    setting: null,
    isJoined: false,
  } as const
  return linkView(link ?? { one, other, ...nothing })
}
