/** Gives a store elsewhere a name: a folder on a shared drive, say, which pushing makes a store of. */
import { useState, type ReactNode } from 'react'
import type { RemoteView } from '../../../app/contract/transfer.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { showNotice } from '../../ui/layout/notice.ts'
import { takesFocus } from '../../ui/layout/panel.tsx'
import { remotesChanged } from '../../ui/commands/store-dialog.ts'
import { useAction } from '../../ui/calls/use-action.ts'
import { FolderField } from '../../ui/forms/folder-field.tsx'
import type { StoreDialogProps } from './store-dialog-props.ts'

export const RemoteDialog = ({ onClose }: StoreDialogProps): ReactNode => {
  const [name, setName] = useState('origin')
  const [path, setPath] = useState('')
  const [doing, start] = useAction<RemoteView>()
  const isReady = name.trim() !== '' && path !== '' && doing.kind !== 'busy'
  const add = (): void => {
    if (!isReady) return
    start(async () => {
      const remote = await ask('remote.add', { name: name.trim(), path })
      remotesChanged()
      showNotice(`Added ${remote.name}: ${remote.path}${remote.isThere ? '' : '; the first push creates a store there'}`)
      onClose()
      return remote
    })
  }
  return (
    <Form heading="Add remote" onClose={onClose} onSubmit={add}>
      <label className="form-row">
        <span>Name</span>
        <span className="field">
          <input {...takesFocus} value={name} spellCheck={false} onChange={(event) => setName(event.target.value)} />
        </span>
      </label>
      <FolderField
        name="Store folder"
        hint="A folder with a store, or an empty folder, for example on a shared drive."
        path={path}
        onPath={setPath}
      />
      {doing.kind === 'failed' ? <InlineFailure failure={doing.failure} /> : null}
      <div className="form-actions">
        <Button label="Cancel" onPress={onClose} />
        <Button label="Add" look="primary" isDisabled={!isReady} onPress={add} />
      </div>
    </Form>
  )
}
