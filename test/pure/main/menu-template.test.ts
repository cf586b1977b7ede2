import { expect, test } from 'vitest'
import { menuTemplate, type MenuActions } from '../../../main/menu-template.ts'
import type { MenuItemConstructorOptions } from 'electron'

const sent: string[] = []
const nothing = (): void => undefined
const actions: MenuActions = {
  isMac: false,
  isPackaged: true,
  theme: 'system',
  screens: [
    { command: 'screen.sessions', title: 'Sessions', key: 'Mod+2' },
    { command: 'screen.files', title: 'Files', key: null },
  ],
  sendCommand: (command) => sent.push(command),
  chooseTheme: nothing,
  revealStore: nothing,
  reopenStore: nothing,
  revealLog: nothing,
}

const items = (menu: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])

test.each([true, false])('no two menu items share a shortcut (mac: %s)', (isMac) => {
  const shortcuts = items(menuTemplate({ ...actions, isMac })).flatMap((item) => item.accelerator ?? [])
  expect(new Set(shortcuts).size).toBe(shortcuts.length)
})

test('choosing a command sends exactly that command to the window', () => {
  const palette = items(menuTemplate(actions)).find((item) => item.id === 'palette')
  palette?.click?.({} as never, undefined, {})
  expect(sent).toEqual(['palette'])
})

test('the developer tools are not in the menu of the packaged program', () => {
  expect(items(menuTemplate(actions)).some((item) => item.role === 'toggleDevTools')).toBe(false)
  expect(items(menuTemplate({ ...actions, isPackaged: false })).some((item) => item.role === 'toggleDevTools')).toBe(true)
})
