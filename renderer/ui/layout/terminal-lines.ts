/** The text of a program as a terminal shows it: carriage returns, backspaces and cursor moves are carried out. */

/** A colour sequence, a cursor move, a sign that moves the cursor, or text between them. */
const parts = /\u001b\[([0-9;:?<=>!]*)[ -/]*([@-~])|[\n\r\b\t]|[^\u001b\n\r\b\t]+|\u001b/gu

interface Cell {
  readonly sign: string
  /** Colour sequences since the last reset. */
  readonly look: string
}

const tabStop = 8

/** No terminal is wider: a move to the right edge of an unknown width goes no further. */
const widest = 500

class Screen {
  private readonly lines: Cell[][] = [[]]
  private row = 0
  private column = 0
  private look = ''

  private line(): Cell[] {
    while (this.lines.length <= this.row) this.lines.push([])
    const line = this.lines[this.row]
    if (line === undefined) throw new Error('the row was just added')
    return line
  }

  write(text: string): void {
    const line = this.line()
    while (line.length < this.column) line.push({ sign: ' ', look: '' })
    for (const sign of text) {
      line[this.column] = { sign, look: this.look }
      this.column += 1
    }
  }

  steer(sign: string): void {
    if (sign === '\n') [this.row, this.column] = [this.row + 1, 0]
    else if (sign === '\r') this.column = 0
    else if (sign === '\b') this.column = Math.max(0, this.column - 1)
    else if (sign === '\t') this.tab()
    this.line()
  }

  private tab(): void {
    // A tab at the end of the line stays a tab, so that copied text is unchanged.
    if (this.column >= this.line().length) this.write('\t')
    else this.column = Math.floor(this.column / tabStop + 1) * tabStop
  }

  colour(parameters: string): void {
    const isReset = parameters === '' || /^0*(?:;|$)/.test(parameters)
    this.look = `${isReset ? '' : this.look}${/^0*$/.test(parameters) ? '' : `\u001b[${parameters}m`}`
  }

  move(command: string, parameters: string): void {
    const first = Number(parameters.split(';')[0])
    const steps = Number.isFinite(first) && first > 0 ? Math.min(first, widest) : 1
    this.column = this.columnAfter(command, steps)
    if (command === 'A' || command === 'F') this.row = Math.max(0, this.row - steps)
    if (command === 'B' || command === 'E') this.row = Math.min(this.lines.length - 1, this.row + steps)
    if (command === 'K') this.erase(parameters)
    if (command === 'J' && (parameters === '' || parameters === '0')) this.eraseBelow()
  }

  private columnAfter(command: string, steps: number): number {
    if (command === 'C') return Math.min(widest, this.column + steps)
    if (command === 'D') return Math.max(0, this.column - steps)
    if (command === 'G') return steps - 1
    return command === 'E' || command === 'F' ? 0 : this.column
  }

  private erase(parameters: string): void {
    const line = this.line()
    if (parameters === '' || parameters === '0') line.length = Math.min(line.length, this.column)
    else if (parameters === '2') line.length = 0
    else for (let at = 0; at <= Math.min(this.column, line.length - 1); at += 1) line[at] = { sign: ' ', look: '' }
  }

  private eraseBelow(): void {
    this.erase('0')
    this.lines.length = this.row + 1
  }

  /** The lines with colour sequences only. */
  text(): string {
    let look = ''
    return this.lines
      .map((line) =>
        line
          .map((cell) => {
            const change = cell.look === look ? '' : `\u001b[0m${cell.look}`
            look = cell.look
            return `${change}${cell.sign}`
          })
          .join(''),
      )
      .join('\n')
  }
}

const moves = /[\r\b]|\u001b\[[0-9;:?<=>!]*[ -/]*[A-GJK]/u

/** The text that the terminal shows at the end, with no other control sequences than colours and those that move nothing. */
export const terminalLines = (text: string): string => {
  const written = text.replaceAll('\r\n', '\n')
  if (!moves.test(written)) return written
  const screen = new Screen()
  for (const [part, parameters = '', command] of written.matchAll(parts)) {
    if (command === 'm') screen.colour(parameters)
    else if (command !== undefined) screen.move(command, parameters)
    else if (/^[\n\r\b\t]$/.test(part)) screen.steer(part)
    else if (part !== '\u001b') screen.write(part)
  }
  return screen.text()
}
