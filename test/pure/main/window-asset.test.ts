import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWindowAddress, windowAsset, windowOrigin } from '../../../main/window-asset.ts'

const root = path.resolve('/renderer')

test('the origin alone names the page', () => {
  expect(windowAsset(`${windowOrigin}/`, root)).toEqual({ file: path.join(root, 'index.html'), contentType: 'text/html; charset=utf-8' })
})

test('a script below the folder is served as a script, whatever its query', () => {
  expect(windowAsset(`${windowOrigin}/assets/a.js?v=1#x`, root)).toEqual({
    file: path.join(root, 'assets', 'a.js'),
    contentType: 'text/javascript; charset=utf-8',
  })
})

test.each(['https://strata/', 'app://other/', 'file:///etc/passwd', 'app://strata.evil/', 'no address'])(
  '%s is not an address of the program',
  (address) => {
    expect(isWindowAddress(address)).toBe(false)
    expect(windowAsset(address, root)).toBeUndefined()
  },
)

test.each(['/..%2f..%2fetc%2fhosts.json', '/%2e%2e/secret.js', '/a%00.js', '/..%5csecret.js', '/secret.pem', '/folder/'])(
  'nothing is served for the path %s',
  (pathname) => {
    const asset = windowAsset(`${windowOrigin}${pathname}`, root)
    expect(asset === undefined || asset.file.startsWith(root + path.sep)).toBe(true)
    if (!pathname.startsWith('/%2e')) expect(asset).toBeUndefined()
  },
)

test('no address ever leads out of the folder', () => {
  const part = fc.oneof(fc.constantFrom('..', '.', '%2e%2e', '%2f', '%5c', '\\', '//', 'x.js'), fc.string())
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const asset = windowAsset(`${windowOrigin}/${parts.join('/')}.js`, root)
      expect(asset === undefined || path.resolve(asset.file).startsWith(root + path.sep)).toBe(true)
    }),
  )
})
