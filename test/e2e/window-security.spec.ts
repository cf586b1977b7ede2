/** What the window may and may not do, seen from inside the page. */
import { expect } from '@playwright/test'
import { ask } from './support/ask.ts'
import { test } from './support/launch-strata.ts'

const ownOrigin = /^app:\/\/strata\//

test('the window opens on the origin of the program with a title', async ({ strata }) => {
  expect(strata.page.url()).toMatch(ownOrigin)
  await expect(strata.page).toHaveTitle(/Strata/)
})

test('the page has no Node and only the two functions of the bridge', async ({ strata }) => {
  const found = await strata.page.evaluate(() => {
    const page = globalThis as unknown as { require?: unknown; process?: unknown; strata: object }
    return { require: typeof page.require, process: typeof page.process, bridge: Object.keys(page.strata).sort() }
  })
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
    globalThis.open('file:///etc/passwd')
    globalThis.location.href = 'http://127.0.0.1:9/'
  })
  // A call that is answered shows that the page is still there and still ours.
  await expect.poll(async () => (await ask(strata.page, 'store.show')).ok).toBe(true)
  expect(strata.page.url()).toMatch(ownOrigin)
  expect(await strata.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('permissions are denied', async ({ strata }) => {
  const state = await strata.page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state)
  expect(state).toBe('denied')
})

test('a call that does not exist is refused, and so is an input that does not fit', async ({ strata }) => {
  expect(await ask(strata.page, 'constructor')).toMatchObject({ ok: false, failure: { code: 'unknown-call' } })
  expect(await ask(strata.page, 'sessions.list', { limit: 'many' })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
})

test('an https link opens in the browser only when the person agrees', async ({ strata }) => {
  // Nobody is there to press a button: the dialog and the browser are Electron's, and stood in for.
  await strata.app.evaluate(({ dialog, shell }) => {
    const seen = globalThis as unknown as { answer: number; opened: string[] }
    seen.answer = 1
    seen.opened = []
    dialog.showMessageBox = () => Promise.resolve({ response: seen.answer, checkboxChecked: false })
    shell.openExternal = (url) => {
      seen.opened.push(url)
      return Promise.resolve()
    }
  })
  const opened = () => strata.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
  await ask(strata.page, 'shell.openExternal', { url: 'https://example.org/' })
  expect(await opened()).toEqual([])
  await strata.app.evaluate(() => {
    ;(globalThis as unknown as { answer: number }).answer = 0
  })
  await ask(strata.page, 'shell.openExternal', { url: 'https://example.org/' })
  expect(await opened()).toEqual(['https://example.org/'])
  expect(await ask(strata.page, 'shell.openExternal', { url: 'file:///etc/passwd' })).toMatchObject({ ok: false })
})

test('a page of an unknown name shows a message and a link to the window', async ({ strata }) => {
  await strata.page.evaluate(() => {
    globalThis.location.href = 'app://strata/nowhere.html'
  })
  await expect(strata.page.getByRole('navigation').first()).toBeVisible()
  await expect.poll(() => strata.page.url()).toBe('app://strata/#/page-not-found')
})

test('WebRTC finds no address of this machine and reaches no server', async ({ strata }) => {
  const candidates = await strata.page.evaluate(async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:127.0.0.1:3478', 'stun:192.0.2.1:3478'] }] })
    const found: string[] = []
    const done = new Promise((resolve) => {
      peer.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate === null) resolve(undefined)
        else if (candidate.candidate !== '') found.push(candidate.candidate)
      })
    })
    peer.createDataChannel('x')
    await peer.setLocalDescription(await peer.createOffer())
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 5_000))])
    peer.close()
    return found
  })
  expect(candidates.filter((candidate) => / udp /i.test(candidate))).toEqual([])
})
