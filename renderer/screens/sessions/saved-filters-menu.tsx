/** Named sets of filters: choose one, save the current one, rename and delete. */
import { Bookmark, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { formatAddress } from '../../ui/address/address.ts'
import { go } from '../../ui/address/location.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import { KeyCaps } from '../../ui/commands/key-caps.tsx'
import { filterAddress, useSavedFilters, type SavedFilter } from '../../ui/forms/saved-filters.ts'
import type { SessionsAddress } from './address.ts'
import { FiltersDialog, SaveFilterDialog } from './saved-filters-dialogs.tsx'
import { isFiltered } from './sessions-query.ts'
import '../../ui/commands/menu.css'

type Open = 'save' | 'edit' | undefined

const withoutSession = (address: SessionsAddress): SessionsAddress => ({ ...address, session: undefined })

const choose = (filter: SavedFilter): void => {
  const address = filterAddress(filter)
  if (address !== undefined) go(address)
}

export const SavedFiltersMenu = ({ address }: { readonly address: SessionsAddress }): ReactNode => {
  const filters = useSavedFilters()
  const [open, setOpen] = useState<Open>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const current = withoutSession(address)
  const text = formatAddress(current)
  const chosen = filters.find((filter) => filter.address === text)
  const group = 'Saved filters'
  useCommands([
    { id: 'filters.choose', title: 'Choose saved filters', group, keys: ['v'], run: () => setMenuOpen(true) },
    { id: 'filters.save', title: 'Save these filters…', group, keys: ['Shift+V'], run: () => setOpen('save') },
    { id: 'filters.edit', title: 'Rename or delete saved filters…', group, keys: [], run: () => setOpen('edit') },
  ])
  if (filters.length === 0 && !isFiltered(address) && open === undefined && !isMenuOpen) return null
  return (
    <>
      <DropdownMenu.Root open={isMenuOpen} onOpenChange={setMenuOpen} modal={false}>
        <DropdownMenu.Trigger
          className="button is-small is-quiet saved-filters"
          aria-pressed={chosen !== undefined}
          title="Saved filters (v)"
        >
          <Bookmark size={14} aria-hidden="true" />
          <span className="saved-name">{chosen?.name ?? 'Saved'}</span>
          <ChevronDown size={12} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" aria-label="Saved filters" align="start" sideOffset={4} collisionPadding={8}>
            {filters.length === 0 ? <DropdownMenu.Label className="menu-label">No saved filters</DropdownMenu.Label> : null}
            <DropdownMenu.RadioGroup value={chosen?.name ?? ''}>
              {filters.map((filter) => (
                <DropdownMenu.RadioItem key={filter.name} value={filter.name} className="menu-entry" onSelect={() => choose(filter)}>
                  {filter.name}
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
            <DropdownMenu.Separator className="menu-separator" />
            <DropdownMenu.Item className="menu-entry" onSelect={() => setOpen('save')}>
              Save these filters… <KeyCaps chord="Shift+V" />
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-entry" disabled={filters.length === 0} onSelect={() => setOpen('edit')}>
              Rename or delete…
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {open === 'save' ? <SaveFilterDialog address={current} suggested={chosen?.name ?? ''} onClose={() => setOpen(undefined)} /> : null}
      {open === 'edit' ? <FiltersDialog onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
