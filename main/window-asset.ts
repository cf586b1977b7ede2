/** Maps an address of the window to a file of the renderer bundle, and to nothing outside it. */
import path from 'node:path'

export const windowOrigin = 'app://strata'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export interface WindowAsset {
  readonly file: string
  readonly contentType: string
}

/** The file that `address` names inside `root`; undefined for other origins, unknown kinds and paths that leave `root`. */
export function windowAsset(address: string, root: string): WindowAsset | undefined {
  const pathname = ownPathname(address)
  if (pathname === undefined) return undefined
  const file = path.resolve(root, `.${pathname === '/' ? '/index.html' : pathname}`)
  const contentType = contentTypes[path.extname(file)]
  if (contentType === undefined || !file.startsWith(path.resolve(root) + path.sep)) return undefined
  return { file, contentType }
}

/** Whether an address belongs to the window; any text is allowed as input. */
export function isWindowAddress(address: string): boolean {
  return ownPathname(address) !== undefined
}

function ownPathname(address: string): string | undefined {
  try {
    const url = new URL(address)
    if (`${url.protocol}//${url.host}` !== windowOrigin) return undefined
    const pathname = decodeURIComponent(url.pathname)
    return pathname.includes('\0') || pathname.includes('\\') ? undefined : pathname
  } catch {
    return undefined
  }
}
