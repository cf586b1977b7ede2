/** The dialogs of saved filters: a name for the current ones, and the list with names to change. */
import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { removeFilter, renameFilter, saveFilter, useSavedFilters, type SavedFilter } from '../../ui/forms/saved-filters.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { showNotice } from '../../ui/layout/notice.ts'
import { takesFocus } from '../../ui/layout/panel.tsx'
import type { SessionsAddress } from './address.ts'
import { filterWords } from './filter-words.ts'

const mostLetters = 60

interface SaveProps {
  readonly address: SessionsAddress
  readonly suggested: string
  readonly onClose: () => void
}

export const SaveFilterDialog = ({ address, suggested, onClose }: SaveProps): ReactNode => {
  const [name, setName] = useState(suggested)
  const filters = useSavedFilters()
  const own = name.trim()
  const isTaken = filters.some((filter) => filter.name === own)
  const save = (): void => {
    if (own === '') return
    saveFilter(own, address)
    showNotice(`Saved “${own}”`)
    onClose()
  }
  return (
    <Form heading="Save filters" onClose={onClose} onSubmit={save}>
      <p className="faint">{filterWords(address)}</p>
      <label className="form-row">
        <span>Name</span>
        <input {...takesFocus} className="field" value={name} maxLength={mostLetters} onChange={(event) => setName(event.target.value)} />
        <span className="form-hint">{isTaken ? 'Replaces the saved filters of this name.' : ''}</span>
      </label>
      <div className="form-actions">
        <Button label="Cancel" onPress={onClose} />
        <Button label={isTaken ? 'Replace' : 'Save'} look="primary" isDisabled={own === ''} onPress={save} />
      </div>
    </Form>
  )
}

export const FiltersDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const filters = useSavedFilters()
  return (
    <Form heading="Saved filters" onClose={onClose}>
      {filters.length === 0 ? <p className="faint">No saved filters</p> : null}
      <ul className="saved-list">
        {filters.map((filter) => (
          <FilterEntry key={filter.name} filter={filter} />
        ))}
      </ul>
      <div className="form-actions">
        <Button label="Done" look="primary" onPress={onClose} />
      </div>
    </Form>
  )
}

/** A name is changed with Enter, or by leaving the field. */
const FilterEntry = ({ filter }: { readonly filter: SavedFilter }): ReactNode => {
  const [name, setName] = useState(filter.name)
  const [isTaken, setTaken] = useState(false)
  const rename = (): void => {
    const own = name.trim()
    if (own === '') setName(filter.name)
    else setTaken(!renameFilter(filter.name, own))
  }
  return (
    <li>
      <input
        className="field"
        aria-label={`Name of ${filter.name}`}
        aria-invalid={isTaken}
        value={name}
        maxLength={mostLetters}
        onChange={(event) => setName(event.target.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          rename()
        }}
      />
      <Button
        label={`Delete ${filter.name}`}
        isIconOnly
        look="quiet"
        icon={<Trash2 size={14} aria-hidden="true" />}
        onPress={() => removeFilter(filter.name)}
      />
      {isTaken ? <span className="form-hint is-wrong">Another filter has this name.</span> : null}
    </li>
  )
}
