/** One window with the sample sessions for all tests of a file, and what they do in it. */
import { expect, test, type Locator, type Page } from '@playwright/test'
import type { SessionsPage } from '../../../app/contract/sessions.ts'
import { ask } from './ask.ts'
import type { RunningStrata } from './launch-strata.ts'
import { launchWithSamples } from './sample-home.ts'

export interface SampleWindow {
  /** There while a test runs. */
  readonly strata: () => RunningStrata
  readonly page: () => Page
  readonly goTo: (address: string) => Promise<void>
  readonly here: () => Promise<string>
  readonly sessionId: (title: string) => Promise<string>
  /** Goes to the chain of a session, its tip selected and read; answers the tip's id. */
  readonly openChain: (title: string) => Promise<string>
  readonly clipboard: () => Promise<string>
  readonly dialog: (name: string) => Locator
  /** Answers the dialog for saving, as nobody is there to; undefined: it is closed without an answer. */
  readonly saveTo: (file: string | undefined) => Promise<void>
  /** The same for the dialogs that choose what is there already. */
  readonly choose: (paths: readonly string[]) => Promise<void>
}

/** Opens it before the first test of the file, and closes it after the last; no test may leave an error in the page. */
export function sampleWindow(env: Readonly<Record<string, string>> = {}): SampleWindow {
  let opened: RunningStrata | undefined
  const strata = (): RunningStrata => {
    if (opened === undefined) throw new Error('the window is open while a test runs')
    return opened
  }
  const page = (): Page => strata().page
  test.beforeAll(async () => {
    opened = await launchWithSamples({ size: { width: 1280, height: 800 }, env })
  })
  test.afterAll(async () => {
    await opened?.close()
  })
  test.afterEach(() => {
    expect(strata().pageErrors).toEqual([])
  })
  const goTo = (address: string): Promise<void> =>
    page().evaluate(async (hash) => {
      if (window.location.hash === `#${hash}`) return
      // The window hears of it later, and shows what it showed until then.
      const heard = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))
      window.location.hash = hash
      await heard
    }, address)
  const sessionId = async (title: string): Promise<string> => {
    const answer = await ask(page(), 'sessions.list', { text: title })
    if (!answer.ok) throw new Error(answer.failure.message)
    return (answer.value as SessionsPage).rows[0]?.sessionId ?? ''
  }
  return {
    strata,
    page,
    goTo,
    here: () => page().evaluate(() => window.location.hash),
    sessionId,
    openChain: async (title) => {
      await goTo(`/session/${await sessionId(title)}/chain`)
      await expect(page().getByRole('region', { name: 'Conversation' })).toBeVisible()
      return (await page().locator('.commit-facts button').first().textContent()) ?? ''
    },
    clipboard: () => strata().app.evaluate(({ clipboard: board }) => board.readText()),
    dialog: (name) => page().getByRole('dialog', { name }),
    saveTo: (file) =>
      strata().app.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })
      }, file ?? null),
    choose: (paths) =>
      strata().app.evaluate(({ dialog }, filePaths) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: filePaths.length === 0, filePaths: [...filePaths] })
      }, paths),
  }
}
