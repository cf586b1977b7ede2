/** Named sets of filters: choose one, save the current one, rename and delete. */
import { Bookmark, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { formatAddress, type Address } from '../address/address.ts'
import { go } from '../address/location.ts'
import { useCommands } from '../commands/commands.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import { FiltersDialog, SaveFilterDialog, type SavedWords } from './saved-filters-dialogs.tsx'
import { filterAddress, useSavedFilters, type SavedFilter, type SavedFilters } from './saved-filters.ts'
import '../commands/menu.css'
import './saved-filters.css'

type Open = 'save' | 'edit' | undefined

const choose = (filter: SavedFilter): void => {
  const address = filterAddress(filter)
  if (address !== undefined) go(address)
}

export interface SavedFiltersMenuProps {
  readonly saved: SavedFilters
  readonly words: SavedWords
  /** The address to save, without its selection. */
  readonly address: Address
  /** The same in words. */
  readonly description: string
  /** There is something to save. */
  readonly isSet: boolean
}

export const SavedFiltersMenu = ({ saved, words, address, description, isSet }: SavedFiltersMenuProps): ReactNode => {
  const filters = useSavedFilters(saved)
  const [open, setOpen] = useState<Open>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const text = formatAddress(address)
  const chosen = filters.find((filter) => filter.address === text)
  useCommands([
    { id: 'filters.choose', title: words.choose, group: words.several, keys: ['v'], run: () => setMenuOpen(true) },
    { id: 'filters.save', title: `${words.saveThis}…`, group: words.several, keys: ['Shift+V'], run: () => setOpen('save') },
    { id: 'filters.edit', title: words.edit, group: words.several, keys: [], run: () => setOpen('edit') },
  ])
  if (filters.length === 0 && !isSet && open === undefined && !isMenuOpen) return null
  return (
    <>
      <DropdownMenu.Root open={isMenuOpen} onOpenChange={setMenuOpen} modal={false}>
        <DropdownMenu.Trigger
          className="button is-small is-quiet saved-filters"
          aria-pressed={chosen !== undefined}
          title={`${words.several} (v)`}
        >
          <Bookmark size={14} aria-hidden="true" />
          <span className="saved-name">{chosen?.name ?? 'Saved'}</span>
          <ChevronDown size={12} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" aria-label={words.several} align="start" sideOffset={4} collisionPadding={8}>
            {filters.length === 0 ? <DropdownMenu.Label className="menu-label">No {words.several.toLowerCase()}</DropdownMenu.Label> : null}
            <DropdownMenu.RadioGroup value={chosen?.name ?? ''}>
              {filters.map((filter) => (
                <DropdownMenu.RadioItem key={filter.name} value={filter.name} className="menu-entry" onSelect={() => choose(filter)}>
                  {filter.name}
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
            <DropdownMenu.Separator className="menu-separator" />
            <DropdownMenu.Item className="menu-entry" onSelect={() => setOpen('save')}>
              {words.saveThis}… <KeyCaps chord="Shift+V" />
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-entry" disabled={filters.length === 0} onSelect={() => setOpen('edit')}>
              Rename or delete…
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {open === 'save' ? (
        <SaveFilterDialog
          saved={saved}
          words={words}
          address={address}
          description={description}
          suggested={chosen?.name ?? ''}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === 'edit' ? <FiltersDialog saved={saved} words={words} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
