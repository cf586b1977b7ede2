/** Which folders the engine watches, and how each is doing. */
import type { WatchedFolder, WatchView } from '../../../app/contract/watch.ts'
import { ask, onSignal } from '../calls/bridge.ts'
import { showFailure } from '../layout/notice.ts'
import { observable, useObservable } from '../calls/observable.ts'

const watching = observable<WatchView>({ folders: [] })

const show = (asked: Promise<WatchView>): Promise<void> => asked.then((view) => watching.set(view), showFailure)

/** Follows the state of watching from now on. */
export const followWatching = (): void => {
  onSignal((signal) => {
    if (signal.kind === 'watch') watching.set(signal.watch)
    if (signal.kind === 'engine' && signal.state === 'ready') void show(ask('watch.show', {}))
  })
  void show(ask('watch.show', {}))
}

export const useWatching = (): readonly WatchedFolder[] => useObservable(watching).folders

/** Imports changes in these folders from now on; remembered: whenever Strata is open. Resolves when the engine has answered. */
export const startWatching = (paths: readonly string[], remember = true): Promise<void> =>
  show(ask('watch.start', { paths: [...paths], remember }))
export const stopWatching = (paths: readonly string[]): Promise<void> => show(ask('watch.stop', { paths: [...paths] }))
