/** Every shortcut that works on this screen, by group. */
import type { ReactNode } from 'react'
import { KeyCaps } from '../ui/commands/key-caps.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { activeCommands, type Command } from '../ui/commands/commands.ts'

export const KeysPanel = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const groups = groupCommands(activeCommands().filter((command) => command.keys.length > 0))
  return (
    <Panel label="Keyboard shortcuts" heading="Keyboard shortcuts" onClose={onClose}>
      <div className="keys-panel">
        <div className="keys-groups">
          {groups.map(([group, commands]) => (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <dl>
                {commands.map((command) => (
                  <KeyEntry key={command.id} command={command} />
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Panel>
  )
}

const KeyEntry = ({ command }: { readonly command: Command }): ReactNode => (
  <div className="keys-entry">
    <dt>{command.title}</dt>
    <dd>
      {command.keys.map((chord) => (
        <KeyCaps key={chord} chord={chord} />
      ))}
    </dd>
  </div>
)

const last = ['Go', 'Store', 'Window'] as const

/** Groups in order of appearance, except that the window's own come last. */
export const groupCommands = (commands: readonly Command[]): readonly (readonly [string, readonly Command[]])[] => {
  const groups = new Map<string, Command[]>()
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  return [...groups].sort(([a], [b]) => rank(a) - rank(b))
}

const rank = (group: string): number => last.findIndex((each) => each === group)
