/**
 * A picture of what is on the page, drawn as the browser shows it: boxes with their backgrounds and lines, texts line by line,
 * and charts shape by shape. Fonts and colours are those of the page, and nothing is loaded for it.
 */
const SCALE = 2
/** Larger pictures are refused by some browsers. */
const MOST_PIXELS = 24_000_000
const MARGIN = 32
const HEAD = 76

export interface Caption {
  title: string
  note: string
}

export async function pictureOf(element: HTMLElement, caption: Caption): Promise<Blob> {
  await document.fonts.ready
  const frame = element.getBoundingClientRect()
  const [width, height] = [frame.width + MARGIN * 2, frame.height + MARGIN * 2 + HEAD]
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('2d')
  pen.scale(scale, scale)
  const page = getComputedStyle(document.body)
  pen.fillStyle = page.backgroundColor
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = page.color
  pen.font = `620 26px ${page.fontFamily}`
  pen.fillText(caption.title, MARGIN, MARGIN + 26)
  pen.globalAlpha = 0.75
  pen.font = `400 14px ${page.fontFamily}`
  pen.fillText(caption.note, MARGIN, MARGIN + 50)
  pen.globalAlpha = 1
  pen.translate(MARGIN - frame.left, MARGIN + HEAD - frame.top)
  box(pen, element)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('png'))), 'image/png'),
  )
}

const fontOf = (style: CSSStyleDeclaration) =>
  `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
const size = (text: string) => Number.parseFloat(text) || 0
const isClear = (colour: string) =>
  colour === 'none' || colour === 'transparent' || /[,/]\s*0\)$/.test(colour)

function box(pen: CanvasRenderingContext2D, element: Element) {
  const style = getComputedStyle(element)
  const rect = element.getBoundingClientRect()
  const isHidden = style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0'
  // Words for screen readers are a pixel small.
  if (isHidden || element.hasAttribute('data-no-picture') || (rect.width <= 1 && rect.height <= 1)) return
  if (element instanceof SVGSVGElement) return void shapes(pen, element)
  pen.save()
  pen.globalAlpha *= size(style.opacity)
  const outline = new Path2D()
  outline.roundRect(rect.left, rect.top, rect.width, rect.height, size(style.borderTopLeftRadius))
  if (!isClear(style.backgroundColor)) {
    pen.fillStyle = style.backgroundColor
    pen.fill(outline)
  }
  edges(pen, style, rect, outline)
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') pen.clip(outline)
  for (const child of element.childNodes) {
    if (child instanceof Element) box(pen, child)
    else if (child instanceof Text) words(pen, child, element, style)
  }
  pen.restore()
}

function edges(pen: CanvasRenderingContext2D, style: CSSStyleDeclaration, rect: DOMRect, outline: Path2D) {
  const { left, right, top, bottom } = rect
  const sides: [string, string, [number, number, number, number]][] = [
    [style.borderTopWidth, style.borderTopColor, [left, top, right, top]],
    [style.borderBottomWidth, style.borderBottomColor, [left, bottom, right, bottom]],
    [style.borderLeftWidth, style.borderLeftColor, [left, top, left, bottom]],
    [style.borderRightWidth, style.borderRightColor, [right, top, right, bottom]],
  ]
  const drawn = sides.filter(([width, colour]) => size(width) > 0 && !isClear(colour))
  if (drawn.length === 4) {
    pen.strokeStyle = style.borderTopColor
    pen.lineWidth = size(style.borderTopWidth)
    return pen.stroke(outline)
  }
  for (const [width, colour, [x1, y1, x2, y2]] of drawn) {
    pen.strokeStyle = colour
    pen.lineWidth = size(width)
    pen.stroke(new Path2D(`M${x1} ${y1}L${x2} ${y2}`))
  }
}

/** A text as it is broken into lines. */
function words(pen: CanvasRenderingContext2D, node: Text, parent: Element, style: CSSStyleDeclaration) {
  if (!node.data.trim()) return
  const lines: { text: string; left: number; top: number; height: number }[] = []
  const range = document.createRange()
  for (let at = 0; at < node.data.length; at += 1) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const rect = range.getClientRects()[0]
    if (!rect) continue
    const line = lines.at(-1)
    if (line && Math.abs(line.top - rect.top) < 2) line.text += node.data[at]
    else lines.push({ text: node.data[at] ?? '', left: rect.left, top: rect.top, height: rect.height })
  }
  pen.font = fontOf(style)
  pen.fillStyle = style.color
  pen.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing
  pen.textAlign = 'start'
  const most =
    style.textOverflow === 'ellipsis' && parent.scrollWidth > parent.clientWidth ? parent.clientWidth : null
  for (const line of lines) {
    let text = line.text.replaceAll(/\s/g, ' ')
    if (style.textTransform === 'uppercase') text = text.toUpperCase()
    if (most !== null) {
      while (text.length > 1 && pen.measureText(`${text}…`).width > most) text = text.slice(0, -1)
      text += '…'
    }
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(text)
    pen.fillText(text, line.left, line.top + (line.height - up - down) / 2 + up)
  }
}

function pathOf(element: SVGGraphicsElement): Path2D | null {
  const of = (name: string) => size(element.getAttribute(name) ?? '')
  switch (element.tagName) {
    case 'path':
      return new Path2D(element.getAttribute('d') ?? '')
    case 'line':
      return new Path2D(`M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`)
    case 'circle': {
      const path = new Path2D()
      path.arc(of('cx'), of('cy'), of('r'), 0, Math.PI * 2)
      return path
    }
    case 'rect': {
      const path = new Path2D()
      path.roundRect(of('x'), of('y'), of('width'), of('height'), of('rx'))
      return path
    }
    default:
      return null
  }
}

/** The shapes of a chart, which uses no others. */
function shapes(pen: CanvasRenderingContext2D, svg: SVGSVGElement) {
  for (const element of svg.querySelectorAll<SVGGraphicsElement>('path, line, circle, rect, text')) {
    const style = getComputedStyle(element)
    const matrix = element.getScreenCTM()
    if (!matrix || style.display === 'none') continue
    pen.save()
    pen.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    pen.globalAlpha *= size(style.opacity)
    const path = pathOf(element)
    if (path) {
      if (!isClear(style.fill)) {
        pen.save()
        pen.globalAlpha *= size(style.fillOpacity)
        pen.fillStyle = style.fill
        pen.fill(path)
        pen.restore()
      }
      if (!isClear(style.stroke) && size(style.strokeWidth) > 0) {
        pen.strokeStyle = style.stroke
        pen.lineWidth = size(style.strokeWidth)
        pen.lineJoin = 'round'
        pen.setLineDash(style.strokeDasharray.split(/[ ,]+/).map(size).filter(Boolean))
        pen.stroke(path)
      }
    } else {
      pen.font = fontOf(style)
      pen.fillStyle = style.fill
      pen.textAlign = style.textAnchor === 'middle' ? 'center' : style.textAnchor === 'end' ? 'right' : 'left'
      const at = (name: string) => size(element.getAttribute(name) ?? '')
      pen.fillText(element.textContent ?? '', at('x'), at('y'))
    }
    pen.restore()
  }
}
