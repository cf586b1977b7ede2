/** Small PNG pictures drawn by the samples themselves: no compression, so that every machine makes the same bytes. */

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc >>> 0
})

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function adler32(bytes: Buffer): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65521
    high = (high + low) % 65521
  }
  return ((high << 16) | low) >>> 0
}

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  return Buffer.concat([unsigned(data.length), named, unsigned(crc32(named))])
}

/** One stored deflate block, which holds up to 65,535 bytes. */
function stored(data: Buffer): Buffer {
  if (data.length > 0xffff) throw new Error('the picture is too large for one block')
  const head = Buffer.alloc(5)
  head[0] = 1
  head.writeUInt16LE(data.length, 1)
  head.writeUInt16LE(data.length ^ 0xffff, 3)
  return Buffer.concat([Buffer.from([0x78, 0x01]), head, data, unsigned(adler32(data))])
}

type Colour = readonly [red: number, green: number, blue: number]

/** A PNG in base64 whose pixels a function gives. */
function drawPicture(width: number, height: number, colourAt: (x: number, y: number) => Colour): string {
  const rows = Array.from({ length: height }, (_, y) => [0, ...Array.from({ length: width }, (_column, x) => colourAt(x, y)).flat()])
  const size = Buffer.concat([unsigned(width), unsigned(height), Buffer.from([8, 2, 0, 0, 0])])
  const parts = [chunk('IHDR', size), chunk('IDAT', stored(Buffer.from(rows.flat()))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]).toString('base64')
}

const sky: Colour = [24, 42, 68]
const row: Colour = [58, 92, 130]
const late: Colour = [214, 120, 48]

/** A departure board: rows of bars, one of them marked as late. */
export function boardPicture(lateRow: number): string {
  return drawPicture(64, 40, (x, y) => {
    const line = Math.floor((y - 4) / 6)
    const inBar = y >= 4 && (y - 4) % 6 < 4 && x >= 4 && x < 60 - ((line * 7) % 13)
    if (!inBar || line > 4) return sky
    return line === lateRow ? late : row
  })
}
