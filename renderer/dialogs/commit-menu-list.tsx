/** The menu of a commit: everything that can be done with it, each with its key. */
import { DropdownMenu } from 'radix-ui'
import { Fragment, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { commitMenu, type OpenMenu } from '../ui/commands/commit-menu.ts'
import { commitCommandSections } from '../ui/commands/commit-commands.ts'
import { KeyCaps } from '../ui/commands/key-caps.tsx'
import { useObservable } from '../ui/calls/observable.ts'
import type { Command } from '../ui/commands/commands.ts'
import '../ui/commands/menu.css'

export const CommitMenu = (): ReactNode => {
  const open = useObservable(commitMenu)
  return open === undefined ? null : <CommitMenuList key={`${open.commit.commitId} ${open.at.x} ${open.at.y}`} open={open} />
}

/** The menu is anchored to an invisible point. */
const CommitMenuList = ({ open }: { readonly open: OpenMenu }): ReactNode => {
  const chosen = useRef<Command | undefined>(undefined)
  /** The command comes last: a dialog gives the focus back to where it is then. */
  const settle = (event: Event): void => {
    event.preventDefault()
    if (document.activeElement === document.body && open.back instanceof HTMLElement) open.back.focus()
    chosen.current?.run()
  }
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={() => commitMenu.set(undefined)}>
      {createPortal(
        <DropdownMenu.Trigger asChild>
          <span className="menu-point" style={{ left: open.at.x, top: open.at.y }} />
        </DropdownMenu.Trigger>,
        document.body,
      )}
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu commit-menu"
          aria-label={`Commit ${open.commit.commitId}`}
          align="start"
          sideOffset={2}
          alignOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={settle}
        >
          <DropdownMenu.Label className="menu-label">
            <span className="mono">{open.commit.commitId}</span>
          </DropdownMenu.Label>
          {commitCommandSections(open.commit).map((commands) => (
            <Fragment key={commands[0]?.id}>
              <DropdownMenu.Separator className="menu-separator" />
              {commands.map((command) => (
                <DropdownMenu.Item
                  key={command.id}
                  className="menu-entry"
                  onSelect={() => {
                    chosen.current = command
                  }}
                >
                  {command.title}
                  {command.keys[0] === undefined ? null : <KeyCaps chord={command.keys[0]} />}
                </DropdownMenu.Item>
              ))}
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
