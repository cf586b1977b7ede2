/** Keeps the query in the editor under a name. */
import { Save } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ask } from '../../ui/calls/bridge.ts'
import { Button } from '../../ui/layout/button.tsx'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { showNotice } from '../../ui/layout/notice.ts'
import { Panel, takesFocus } from '../../ui/layout/panel.tsx'
import { useAction } from '../../ui/calls/use-action.ts'
import { savedQueries } from './saved-queries.ts'

export const SaveQuery = ({ text }: { readonly text: string }): ReactNode => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button label="Save…" icon={<Save size={14} aria-hidden="true" />} isDisabled={text.trim() === ''} onPress={() => setOpen(true)} />
      {isOpen ? <SaveForm text={text} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const SaveForm = ({ text, onClose }: { readonly text: string; readonly onClose: () => void }): ReactNode => {
  const [name, setName] = useState('')
  const [saving, start] = useAction<null>()
  const isTaken = saving.kind === 'failed' && saving.failure.code === 'name-taken' && saving.failure.data['name'] === name.trim()
  const save = (): void =>
    start(async () => {
      savedQueries.set(await ask('queries.set', { name, sql: text, replace: isTaken }))
      showNotice(`Saved “${name.trim()}”`)
      onClose()
      return null
    })
  return (
    <Panel label="Save query" heading="Save query" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') save()
        }}
      >
        <label className="form-row">
          Name
          <input {...takesFocus} className="field" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </label>
        {saving.kind === 'failed' ? <InlineFailure failure={saving.failure} /> : null}
        <div className="form-actions">
          <Button label="Cancel" onPress={onClose} />
          <Button
            label={isTaken ? 'Replace' : 'Save'}
            look="primary"
            isDisabled={name.trim() === '' || saving.kind === 'busy'}
            onPress={save}
          />
        </div>
      </form>
    </Panel>
  )
}
