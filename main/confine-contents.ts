/** Keeps pages where they belong: no permissions, no foreign addresses, no second window, no network. */
import type { Session, WebContents } from 'electron'
import { isWindowAddress } from './window-asset.ts'

const ownSchemes = ['app:', 'data:', 'blob:', 'devtools:'] as const

/** Denies every permission and every request that would leave this machine; other connections end at a proxy without a listener. */
export function confineSession(session: Session): void {
  // WebRTC over TCP is no web request: the discard port of this machine is as far as it gets.
  void session.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:9' })
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !ownSchemes.some((scheme) => details.url.startsWith(scheme)) })
  })
}

/** Denies navigation away from the window and new windows; an https address is handed to `offerExternal` instead. */
export function confineContents(contents: WebContents, offerExternal: (url: string) => void): void {
  const refuse = (event: { readonly preventDefault: () => void }, url: string): void => {
    if (isWindowAddress(url)) return
    event.preventDefault()
    if (isSecureWebAddress(url)) offerExternal(url)
  }
  // WebRTC sends no packet by itself, so it asks no STUN server.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-navigate', (event) => {
    refuse(event, event.url)
  })
  contents.on('will-redirect', (event) => {
    refuse(event, event.url)
  })
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    if (isSecureWebAddress(url)) offerExternal(url)
    return { action: 'deny' }
  })
}

function isSecureWebAddress(url: string): boolean {
  return url.startsWith('https://')
}
