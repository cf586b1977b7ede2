/** Serves the window's files under app://strata, each with the content security policy; file:// is never used. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol, type Session } from 'electron'
import { windowAsset, windowOrigin } from './window-asset.ts'

const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Transcripts carry images as base64; charts are saved through blobs.
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
] as const

/** Restricts a page of Strata to its own files, without any network. Sent as a header with every file. */
const contentSecurityPolicy = directives.join('; ')

const rendererFolder = path.join(__dirname, '..', 'renderer')

/** Registers app: in Chromium as a proper, secure origin; must run before the app is ready. */
export function registerWindowProtocol(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
}

/** Answers app://strata in `session` from the renderer bundle. */
export function serveWindowFiles(session: Session): void {
  session.protocol.handle('app', async (request) => {
    const asset = request.method === 'GET' ? windowAsset(request.url, rendererFolder) : undefined
    if (asset === undefined) return notFound()
    try {
      return new Response(await readFile(asset.file), { headers: { ...securityHeaders, 'content-type': asset.contentType } })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return notFound()
      throw error
    }
  })
}

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** An unknown page leads to the window, which says that there is none of that name; for a script or a picture the status says it. */
function notFound(): Response {
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${windowOrigin}/#/page-not-found"><title>Strata</title>`
  return new Response(page, { status: 404, headers: { ...securityHeaders, 'content-type': 'text/html; charset=utf-8' } })
}
