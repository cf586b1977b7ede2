/** Stores elsewhere that have a name here, and what can be exchanged with them. */
import { ArrowDownToLine, ArrowUpFromLine, Plus, Unlink } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { RemoteView } from '../../../app/contract/transfer.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { showNotice, showFailure } from '../../ui/layout/notice.ts'
import { useObservable } from '../../ui/calls/observable.ts'
import { remotesChanged, remotesVersion, openStoreDialog } from '../../ui/commands/store-dialog.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'

const icon = { size: 14, 'aria-hidden': true } as const

export const RemotesSection = (): ReactNode => {
  const call = useQuery('remote.list', {})
  const version = useObservable(remotesVersion)
  const again = call.kind === 'pending' ? undefined : call.retry
  useEffect(() => {
    if (version > 0) again?.()
  }, [version, again])
  return (
    <Section name="Remotes">
      <Loaded call={call} what="Reading the remotes">
        {(remotes) => (remotes.length === 0 ? <NoRemotes /> : <Remotes remotes={remotes} />)}
      </Loaded>
      <div className="section-commands">
        <Button label="Add remote…" icon={<Plus {...icon} />} onPress={() => openStoreDialog('remote')} />
      </div>
    </Section>
  )
}

const NoRemotes = (): ReactNode => (
  <p className="faint">
    Stores in other folders, for example on a shared drive. Push sends what the remote lacks; fetch gets what this store lacks.
  </p>
)

const Remotes = ({ remotes }: { readonly remotes: readonly RemoteView[] }): ReactNode => (
  <table className="section-table" aria-label="Remotes">
    <tbody>
      {remotes.map((remote) => (
        <Remote key={remote.name} remote={remote} />
      ))}
    </tbody>
  </table>
)

const forget = ({ name, path }: RemoteView): void => {
  ask('remote.remove', { name }).then(() => {
    remotesChanged()
    showNotice(`Removed ${name}. The store at ${path} stays`)
  }, showFailure)
}

const Remote = ({ remote }: { readonly remote: RemoteView }): ReactNode => (
  <tr>
    <th scope="row">{remote.name}</th>
    <td className="mono remote-path">{remote.path}</td>
    <td>
      {remote.isThere ? null : <Badge hint="The first push creates a store there. Check that the drive is mounted.">no store there</Badge>}
    </td>
    <td className="remote-commands">
      <Button label="Push…" isSmall icon={<ArrowUpFromLine {...icon} />} onPress={() => openStoreDialog('push', remote.name)} />
      <Button
        label="Fetch…"
        isSmall
        isDisabled={!remote.isThere}
        icon={<ArrowDownToLine {...icon} />}
        onPress={() => openStoreDialog('fetch', remote.name)}
      />
      <Button label={`Remove ${remote.name}`} isIconOnly isSmall look="quiet" icon={<Unlink {...icon} />} onPress={() => forget(remote)} />
    </td>
  </tr>
)
