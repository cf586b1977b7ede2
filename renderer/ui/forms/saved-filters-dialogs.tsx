/** The dialogs of saved filters: a name for the current ones, and the list with names to change. */
import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Address } from '../address/address.ts'
import { Button } from '../layout/button.tsx'
import { showNotice } from '../layout/notice.ts'
import { takesFocus } from '../layout/panel.tsx'
import { Form } from './form.tsx'
import { useSavedFilters, type SavedFilter, type SavedFilters } from './saved-filters.ts'

/** How a screen names what it saves. */
export interface SavedWords {
  /** `Saved filters` */
  readonly several: string
  /** `Save filters` */
  readonly save: string
  /** `Save these filters` */
  readonly saveThis: string
  readonly choose: string
  readonly edit: string
}

const maxLetters = 60

interface SaveProps {
  readonly saved: SavedFilters
  readonly words: SavedWords
  readonly address: Address
  readonly description: string
  readonly suggested: string
  readonly onClose: () => void
}

export const SaveFilterDialog = ({ saved, words, address, description, suggested, onClose }: SaveProps): ReactNode => {
  const [name, setName] = useState(suggested)
  const filters = useSavedFilters(saved)
  const own = name.trim()
  const isTaken = filters.some((filter) => filter.name === own)
  const save = (): void => {
    if (own === '') return
    saved.save(own, address)
    showNotice(`Saved “${own}”`)
    onClose()
  }
  return (
    <Form heading={words.save} onClose={onClose} onSubmit={save}>
      <p className="faint">{description}</p>
      <label className="form-row">
        <span>Name</span>
        <input {...takesFocus} className="field" value={name} maxLength={maxLetters} onChange={(event) => setName(event.target.value)} />
        <span className="form-hint">{isTaken ? 'Replaces what is saved under this name.' : ''}</span>
      </label>
      <div className="form-actions">
        <Button label="Cancel" onPress={onClose} />
        <Button label={isTaken ? 'Replace' : 'Save'} look="primary" isDisabled={own === ''} onPress={save} />
      </div>
    </Form>
  )
}

export const FiltersDialog = ({ saved, words, onClose }: Pick<SaveProps, 'saved' | 'words' | 'onClose'>): ReactNode => {
  const filters = useSavedFilters(saved)
  return (
    <Form heading={words.several} onClose={onClose}>
      {filters.length === 0 ? <p className="faint">No {words.several.toLowerCase()}</p> : null}
      <ul className="saved-list">
        {filters.map((filter) => (
          <FilterEntry key={filter.name} saved={saved} filter={filter} />
        ))}
      </ul>
      <div className="form-actions">
        <Button label="Done" look="primary" onPress={onClose} />
      </div>
    </Form>
  )
}

/** A name is changed with Enter, or by leaving the field. */
const FilterEntry = ({ saved, filter }: { readonly saved: SavedFilters; readonly filter: SavedFilter }): ReactNode => {
  const [name, setName] = useState(filter.name)
  const [isTaken, setTaken] = useState(false)
  const rename = (): void => {
    const own = name.trim()
    if (own === '') setName(filter.name)
    else setTaken(!saved.rename(filter.name, own))
  }
  return (
    <li>
      <input
        className="field"
        aria-label={`Name of ${filter.name}`}
        aria-invalid={isTaken}
        value={name}
        maxLength={maxLetters}
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
        onPress={() => saved.remove(filter.name)}
      />
      {isTaken ? <span className="form-hint is-wrong">This name is in use.</span> : null}
    </li>
  )
}
