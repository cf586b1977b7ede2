/** A card as one picture, in the colours that are on screen: title, what it shows of what, and its charts. */
import { ask } from '../../ui/calls/bridge.ts'
import { StrataError } from '../../../app/model/failure.ts'

/** What of a card becomes a picture. */
export interface CardPicture {
  readonly figure: { readonly current: HTMLElement | null }
  readonly title: string
  /** Below the title. */
  readonly line: string
  readonly caveat: string | undefined
}

/** PNG of twice the size on screen: sharp in print. */
const scale = 2
const margin = 16
const leastWidth = 640
const titleSize = 16
const textSize = 12
const lineHeight = 17

const drawnProperties = [
  'fill',
  'stroke',
  'fill-opacity',
  'font-family',
  'font-size',
  'stroke-width',
  'stroke-dasharray',
  'text-anchor',
] as const

const svgName = 'http://www.w3.org/2000/svg'

/** A copy that says its colours itself: a picture has no style sheet. */
const standAlone = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  originals.forEach((original, index) => {
    const style = getComputedStyle(original)
    // The document that is shown is not that of the picture: a pattern is named without it.
    for (const name of drawnProperties)
      copies[index]?.setAttribute(name, style.getPropertyValue(name).replaceAll(/url\("[^"#]*#/g, 'url("#'))
  })
  const { width, height } = svg.getBoundingClientRect()
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  for (const element of copies) element.removeAttribute('style')
  return copy
}

interface Drawing {
  readonly svg: SVGSVGElement
  readonly style: { readonly text: string; readonly faint: string; readonly font: string }
  height: number
}

const make = (name: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
  const element = document.createElementNS(svgName, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

const write = ({ svg, style, height }: Drawing, words: string, more: Readonly<Record<string, string | number>> = {}): void => {
  const text = make('text', { x: margin, y: height, 'font-family': style.font, 'font-size': textSize, fill: style.faint, ...more })
  text.textContent = words
  svg.append(text)
}

/** Words of a line that fit the width; a character is at most 0.6 of its size wide on average. */
const wrapped = (line: string, width: number): readonly string[] => {
  const most = Math.floor((width - 2 * margin) / (textSize * 0.6))
  return line.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
    return lines
  }, [])
}

const isChart = (svg: SVGSVGElement): boolean => svg.getBoundingClientRect().height > 40

/** The legend is beside the chart in the page, and inside of the picture. */
const addLegend = (drawing: Drawing, picture: Element): void => {
  const items = [...picture.querySelectorAll('.recharts-legend-item')]
  if (items.length === 0) return
  drawing.height += lineHeight
  let x = margin
  for (const item of items) {
    const words = item.textContent
    const stroke = getComputedStyle(item.querySelector('path') ?? item).stroke
    drawing.svg.append(make('line', { x1: x, x2: x + 14, y1: drawing.height - 4, y2: drawing.height - 4, stroke, 'stroke-width': 2 }))
    write(drawing, words, { x: x + 18 })
    x += 30 + words.length * textSize * 0.6
  }
}

const addCharts = (drawing: Drawing, figure: HTMLElement): void => {
  for (const picture of figure.querySelectorAll('.analytics-picture')) {
    const heading = picture.querySelector('h3')?.textContent ?? ''
    if (heading !== '') {
      drawing.height += lineHeight
      write(drawing, heading)
    }
    addLegend(drawing, picture)
    for (const chart of picture.querySelectorAll<SVGSVGElement>('svg.recharts-surface, svg.week-picture')) {
      if (!isChart(chart)) continue
      const copy = standAlone(chart)
      copy.setAttribute('x', String(margin))
      copy.setAttribute('y', String(drawing.height + 6))
      drawing.height += chart.getBoundingClientRect().height + 12
      drawing.svg.append(copy)
    }
  }
}

/** @throws StrataError system-refused when there is no chart */
const drawCard = ({ figure: { current: figure }, title, line, caveat }: CardPicture): SVGSVGElement => {
  if (figure === null) throw new StrataError('system-refused', 'No picture to save')
  const page = getComputedStyle(document.body)
  const colourOf = (name: string): string => page.getPropertyValue(name).trim()
  const width = Math.max(leastWidth, figure.getBoundingClientRect().width + 2 * margin)
  const svg = make('svg', { xmlns: svgName, width }) as SVGSVGElement
  const style = { text: page.color, faint: colourOf('--text-2'), font: page.fontFamily }
  const drawing: Drawing = { svg, style, height: margin + titleSize }
  const ground = make('rect', { width, fill: page.backgroundColor })
  svg.append(ground)
  write(drawing, title, { 'font-size': titleSize, 'font-weight': 600, fill: style.text })
  drawing.height += 4
  for (const words of [line, ...(caveat === undefined ? [] : [caveat])].flatMap((each) => wrapped(each, width))) {
    drawing.height += lineHeight
    write(drawing, words)
  }
  drawing.height += 6
  addCharts(drawing, figure)
  const height = Math.ceil(drawing.height + margin)
  for (const [name, value] of Object.entries({ height, viewBox: `0 0 ${width} ${height}` })) svg.setAttribute(name, String(value))
  ground.setAttribute('height', String(height))
  return svg
}

const textOf = (svg: SVGSVGElement): string => new XMLSerializer().serializeToString(svg)

const imageOf = (svg: SVGSVGElement): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new StrataError('system-refused', 'Cannot draw the picture')))
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(textOf(svg))}`
  })

/** As base64. */
const pngOf = async (svg: SVGSVGElement): Promise<string> => {
  const image = await imageOf(svg)
  const canvas = document.createElement('canvas')
  canvas.width = scale * image.width
  canvas.height = scale * image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}

/** @throws StrataError when it cannot be drawn or written */
export const savePicture = async (picture: CardPicture, name: string, format: 'png' | 'svg'): Promise<void> => {
  const svg = drawCard(picture)
  const content = format === 'svg' ? { svg: textOf(svg) } : { png: await pngOf(svg) }
  await ask('shell.savePicture', { name: `${name}.${format}`, ...content })
}

/** Copies it as PNG. @throws StrataError when it cannot be drawn */
export const copyPicture = async (picture: CardPicture): Promise<void> => {
  await ask('shell.copyPicture', { png: await pngOf(drawCard(picture)) })
}
