// The package's own entry drops the level; what it wraps takes one.
declare module '@mongodb-js/zstd/bindings.js' {
  export { compress, decompress } from '@mongodb-js/zstd'
}
