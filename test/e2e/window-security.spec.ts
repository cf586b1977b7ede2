/** What the window may and may not do, seen from inside the page. */
import { expect } from '@playwright/test'
import { test } from './support/launch-strata.ts'

interface Bridge {
  call(name: string, input: unknown): Promise<{ ok: boolean; value?: unknown; failure?: { code: string; message: string } }>
}
declare global {
  interface Window {
    require?: unknown
    process?: unknown
  }
}

test('the window opens on our own origin with a title', async ({ strata }) => {
  expect(strata.page.url()).toMatch(/^app:\/\/strata\//)
  await expect(strata.page).toHaveTitle(/Strata/)
})

test('the page has no Node and only the two functions of the bridge', async ({ strata }) => {
  const found = await strata.page.evaluate(() => ({
    require: typeof window.require,
    process: typeof window.process,
    bridge: Object.keys((window as unknown as { strata: object }).strata).sort(),
  }))
  expect(found).toEqual({ require: 'undefined', process: 'undefined', bridge: ['call', 'onSignal'] })
})

test('every file is served with a content security policy that allows no inline script and no network', async ({ strata }) => {
  const response = await strata.page.reload()
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("connect-src 'none'")
  const ran = await strata.page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.inlineRan = true'
    document.head.append(script)
    return 'inlineRan' in globalThis
  })
  expect(ran).toBe(false)
})

test('the page cannot leave its origin or open a second window', async ({ strata }) => {
  await strata.page.evaluate(() => {
    location.href = 'http://127.0.0.1:9/'
    window.open('file:///etc/passwd')
  })
  await strata.page.waitForTimeout(300)
  expect(strata.page.url()).toMatch(/^app:\/\/strata\//)
  expect(await strata.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('permissions are denied', async ({ strata }) => {
  const state = await strata.page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state)
  expect(state).toBe('denied')
})

test('a call that does not exist is refused, and so is an input that does not fit', async ({ strata }) => {
  const ask = (name: string, input: unknown) =>
    strata.page.evaluate(([name, input]) => (window as unknown as { strata: Bridge }).strata.call(name, input), [name, input] as const)
  expect((await ask('constructor', {})).failure?.code).toBe('unknown-call')
  expect((await ask('sessions.list', { limit: 'many' })).failure?.code).toBe('invalid-input')
})

test('a call reaches the engine and its answer comes back', async ({ strata }) => {
  const answer = await strata.page.evaluate(() => (window as unknown as { strata: Bridge }).strata.call('store.show', {}))
  expect(answer).toMatchObject({ ok: true })
})
