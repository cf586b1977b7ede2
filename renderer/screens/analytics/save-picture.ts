/** Saves the pictures of a figure as one PNG, in the colours that are on screen. */
import { ask } from '../../ui/calls/bridge.ts'
import { StrataError } from '../../../app/model/failure.ts'

/** Twice the size on screen: sharp in print. */
const scale = 2

const drawnProperties = ['fill', 'stroke', 'fill-opacity', 'font-family', 'font-size', 'stroke-width', 'text-anchor'] as const

/** A copy that says its colours itself: a picture knows no style sheet. */
const standAlone = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  originals.forEach((original, index) => {
    const style = getComputedStyle(original)
    for (const name of drawnProperties) copies[index]?.setAttribute(name, style.getPropertyValue(name))
  })
  const { width, height } = svg.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  for (const element of copies) element.removeAttribute('style')
  return copy
}

const imageOf = (svg: SVGSVGElement): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new StrataError('system-refused', 'Cannot draw the picture')))
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(standAlone(svg)))}`
  })

const chartsIn = (figure: HTMLElement): readonly SVGSVGElement[] =>
  [...figure.querySelectorAll<SVGSVGElement>('svg.recharts-surface, svg.week-picture')].filter(
    (svg) => svg.getBoundingClientRect().height > 40,
  )

/** @throws StrataError when it cannot be drawn or written */
export const savePicture = async (figure: HTMLElement | null, name: string): Promise<void> => {
  if (figure === null) return
  const images = await Promise.all(chartsIn(figure).map(imageOf))
  const canvas = document.createElement('canvas')
  canvas.width = scale * Math.max(1, ...images.map(({ width }) => width))
  canvas.height = scale * images.reduce((sum, { height }) => sum + height, 0)
  const context = canvas.getContext('2d')
  if (context === null || images.length === 0) throw new StrataError('system-refused', 'No picture to save')
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  let top = 0
  for (const image of images) {
    context.drawImage(image, 0, top, scale * image.width, scale * image.height)
    top += scale * image.height
  }
  await ask('shell.savePicture', { name: `${name}.png`, png: canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '') })
}
