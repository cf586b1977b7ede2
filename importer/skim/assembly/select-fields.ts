/**
 * Copies only the required parts of each JSON line, sixteen bytes at a time (WASM SIMD, written in AssemblyScript).
 *
 * A tree describes what is read: which members of an object, how the elements of a list are read, of which strings only the length. All
 * else is skipped, but only after a check that it is JSON as in RFC 8259, so that an invalid line never passes for a valid one. The copy is
 * text in Latin-1: characters beyond become escapes. A line for which this is not possible is marked, and must be read whole. The bytes are
 * UTF-8; the caller checks that.
 */

import { colon, comma, closeObject, openList, openObject, wholeValue } from './copy-value'
import { Input, quote, skipString, space } from './json-input'
import { copyShort, noRoom, Output, put, writeNumber } from './latin-output'
import { Text, unitsOf } from './utf16-length'

const closeList: u8 = 0x5d
const newline: u8 = 0x0a

/** The short line must not be used: read the whole line. */
const inexact: u32 = 1
/** A length replaces a string. */
const measured: u32 = 2

/** Numbers per entry: start and length of the short line, start and length of the line without its last newline, marks, number of lines. */
const lineEntry: usize = 24

/** How a value is read: not at all, whole, or by the node at this address; see selection.ts, which lays the nodes out. */
const unread: u32 = 0
const whole: u32 = 1

/** Kinds of nodes. */
const fieldsNode: u32 = 0
const listNode: u32 = 1
const lengthNode: u32 = 2

/** A node of fields: its kind, then 64 lists of members, by a hash of their names. */
const firstList: usize = 4
const maxLists: u32 = 64
/** A member: address and length of its name, how it is read, the next of its list. */
const nameLength: usize = 4
const howRead: usize = 8
const nextMember: usize = 12

/** Nodes call each other; a line that is nested deeper is read whole. */
const maxNodes: u32 = 64

/** First byte of the memory that the caller lays out. */
export let free: usize = __heap_base
/** Bytes of whole lines that the last call has read. */
export let consumed: u32 = 0

/** Marks of the current line. */
let marks: u32 = 0

/** How the member of this name is read. */
function memberAt(node: usize, from: usize, length: u32): u32 {
  const hash = (length + 3 * <u32>load<u8>(from) + 7 * <u32>load<u8>(from + length - 1)) & (maxLists - 1)
  let member = <usize>load<u32>(node + firstList + <usize>hash * 4)
  while (member != 0) {
    if (load<u32>(member, nameLength) == length && isSame(<usize>load<u32>(member), from, length)) return load<u32>(member, howRead)
    member = <usize>load<u32>(member, nextMember)
  }
  return unread
}

function isSame(a: usize, b: usize, length: u32): bool {
  let left = <i32>length
  while (left > 0) {
    const equal = i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b)))
    const wanted = left >= 16 ? 0xffff : (1 << left) - 1
    if ((equal & wanted) != wanted) return false
    a += 16
    b += 16
    left -= 16
  }
  return true
}

/** Writes null for a value that is no object, for a reader of fields. */
function notRead(): bool {
  if (!copyNull()) return false
  return wholeValue(false)
}

function copyNull(): bool {
  if (Output.at > Output.limit) return noRoom()
  store<u32>(Output.at, 0x6c6c756e)
  Output.at += 4
  return true
}

function fields(node: usize, depth: u32): bool {
  if (Output.at > Output.limit) return noRoom()
  put(openObject)
  Input.at++
  if (space() == closeObject) {
    Input.at++
    put(closeObject)
    return true
  }
  let isFirst = true
  while (true) {
    if (space() != quote) return false
    const from = Input.at
    if (!skipString()) return false
    const to = Input.at
    // A name with escapes may be any name.
    if (Input.escaped != 0) return false
    if (space() != colon) return false
    Input.at++
    const how = to - from == 2 ? unread : memberAt(node, from + 1, <u32>(to - from - 2))
    if (how == unread) {
      if (!wholeValue(false)) return false
    } else {
      if (!isFirst) put(comma)
      isFirst = false
      if (!copyShort(from, to)) return false
      put(colon)
      if (!value(how, depth)) return false
    }
    const next = space()
    if (next != comma && next != closeObject) return false
    Input.at++
    if (next == comma) continue
    put(closeObject)
    return true
  }
}

function list(elements: u32, depth: u32): bool {
  if (Output.at > Output.limit) return noRoom()
  put(openList)
  Input.at++
  if (space() == closeList) {
    Input.at++
    put(closeList)
    return true
  }
  while (true) {
    if (!element(elements, depth)) return false
    const next = space()
    if (next != comma && next != closeList) return false
    Input.at++
    put(next)
    if (next == closeList) return true
  }
}

/** A text where objects are read is copied: some writers put texts into lists of blocks. */
function element(how: u32, depth: u32): bool {
  const isText = how > whole && load<u32>(<usize>how) == fieldsNode && space() == quote
  return isText ? wholeValue(true) : value(how, depth)
}

/** Code units of a text are written below this factor of its wide letters. */
const wideFactor: u64 = 1 << 27

/** A string of which only the length is selected: it is written as a number, with the wide letters in front; see measured-text.ts. */
function length(node: usize, depth: u32): bool {
  const c = space()
  if (c == openList) return list(load<u32>(node, 4), depth)
  if (c == openObject) return fields(<usize>load<u32>(node, 8), depth)
  if (c != quote) return notRead()
  const from = Input.at + 1
  if (!skipString()) return false
  if (Output.at > Output.limit) return noRoom()
  const units = <u64>(unitsOf(from, Input.at - 1) - Input.escaped)
  const wide = <u64>(Text.wide + Input.wideEscapes)
  if (units >= wideFactor) return false
  writeNumber(wide * wideFactor + units)
  marks |= measured
  return true
}

/** Copies what is read of the value at the next byte. */
function value(how: u32, depth: u32): bool {
  if (how == whole) return wholeValue(true)
  if (depth == maxNodes) return false
  const node = <usize>how
  const kind = load<u32>(node)
  if (kind == lengthNode) return length(node, depth + 1)
  const c = space()
  if (kind == listNode) return c == openList ? list(load<u32>(node, 4), depth + 1) : wholeValue(true)
  return c == openObject ? fields(node, depth + 1) : notRead()
}

/** Moves to the newline. */
function toNewline(): void {
  const vn = i8x16.splat(newline)
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(Input.at), vn))
    if (found != 0) {
      Input.at += <usize>ctz(found)
      return
    }
    Input.at += 16
  }
}

/** Moves to the newline of the last of the blank lines that begin here; returns their number. */
function blankLines(end: usize): u32 {
  let last = Input.at
  let lines: u32 = 0
  while (Input.at < end && space() == newline) {
    last = Input.at++
    lines++
  }
  Input.at = last
  return lines
}

/**
 * Blank lines that follow each other are read as one.
 * @param input start of whole lines, the last byte of which is a newline; sixteen more bytes can be read.
 * @param size bytes of the lines.
 * @param output where the short lines go; @param room bytes there: a line that finds none, alone, is marked inexact.
 * @param lines where the table of lines goes; @param maxLines how many fit.
 * @param root how a line is read, an object in any case.
 * @returns the number of entries, which may be of fewer lines than there are.
 */
export function select(input: usize, size: usize, output: usize, room: usize, lines: usize, maxLines: u32, root: usize): u32 {
  const end = input + size
  Output.limit = output + room - 64
  Input.at = input
  Output.at = output
  let count: u32 = 0
  let lineIn = Input.at
  while (Input.at < end && count < maxLines) {
    const lineOut = Output.at
    lineIn = Input.at
    marks = 0
    Output.isFull = false
    let own: u32 = 1
    const first = space()
    if (first == newline) {
      own = blankLines(end)
      marks = inexact
    } else if (first != openObject || !fields(root, 0) || space() != newline) {
      if (Output.isFull && count > 0) {
        // The line finds room next time.
        Input.at = lineIn
        break
      }
      marks = inexact
      Output.at = lineOut
      toNewline()
    }
    store<u32>(lines, <u32>(lineOut - output))
    store<u32>(lines, <u32>(Output.at - lineOut), 4)
    store<u32>(lines, <u32>(lineIn - input), 8)
    store<u32>(lines, <u32>(Input.at - lineIn), 12)
    store<u32>(lines, marks, 16)
    store<u32>(lines, own, 20)
    lines += lineEntry
    count++
    Input.at++
  }
  consumed = <u32>(Input.at - input)
  return count
}
