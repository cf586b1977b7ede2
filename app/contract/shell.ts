/** Calls that the desktop shell answers: dialogs, the clipboard, links. */
import { z } from 'zod'
import { call, id, nothing } from './call.ts'
import type { JobView } from './jobs.ts'
import { savedTable, type SavedTable } from './sql.ts'

/** A file that was written where a person said. */
export interface SavedFile {
  readonly path: string
  readonly bytes: number
}

/** A screen in the menu of the desktop; keys as the window writes them: `Mod+3`. */
const menuScreen = z.object({
  command: z.templateLiteral(['screen.', z.string().regex(/^[a-z-]{1,40}$/)]),
  title: z.string().min(1).max(60),
  key: z
    .string()
    .regex(/^(?:Mod|Alt|Shift)\+[A-Za-z0-9+/,.]{1,20}$/)
    .nullable(),
})

export type MenuScreen = z.output<typeof menuScreen>

/** As base64. */
const png = z
  .string()
  .max(50_000_000)
  .regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/)

/** One of the two. */
const picture = { png: png.optional(), svg: z.string().max(10_000_000).startsWith('<svg ').optional() }

export const shellCalls = {
  /** Puts the screens of the window into the menu. */
  'shell.showScreens': call<null>('repeatable')(() => z.object({ items: z.array(menuScreen).max(40) })),
  /** Answered by the desktop shell, not by the engine. */
  'shell.chooseFolders': call<readonly string[]>('once')(() => nothing),
  'shell.revealPath': call<null>('once')(() => z.object({ path: z.string().min(1).max(4096) })),
  /** Saves an artifact where the person says, in a dialog; null: the person did not. `name` is only suggested. */
  'shell.saveArtifact': call<SavedFile | null>('once')(() => z.object({ ref: id, name: z.string().min(1).max(200) })),
  /** As sql.save, into a file that the person chooses in a dialog; null: the person did not. */
  'shell.saveTable': call<JobView<SavedTable> | null>('once')(() => savedTable),
  /** An existing file that the person chooses in a dialog; null: the person cancelled. */
  'shell.chooseFile': call<string | null>('once')(() => nothing),
  /** Path that the person chooses for a new file; an existing file there may then be replaced. `name` is only a suggestion. */
  'shell.chooseTarget': call<string | null>('once')(() => z.object({ name: z.string().min(1).max(200) })),
  /** Saves a picture where the person says; null: the person did not. */
  'shell.savePicture': call<SavedFile | null>('once')(() =>
    z.object({ name: z.string().min(1).max(200), ...picture }).refine(({ png, svg }) => (png === undefined) !== (svg === undefined)),
  ),
  'shell.copyPicture': call<null>('once')(() => z.object({ png })),
  'shell.copyText': call<null>('once')(() => z.object({ text: z.string().max(10_000_000) })),
  'shell.openExternal': call<null>('once')(() => z.object({ url: z.url({ protocol: /^https$/ }) })),
} as const
