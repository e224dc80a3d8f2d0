/**
 * A workbook of one sheet, as small as Excel takes it: texts and numbers, a bold head that stays in sight, and a filter on it.
 * Texts are texts: nothing in a cell becomes a formula.
 */
import type { Cell } from './cells'
import { zip } from './zip'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** More characters than this Excel does not take in a cell. */
const LONGEST = 32_767
const WIDEST = 60

export const MEDIA_TYPE = `${TYPE}.sheet`

export function xlsx(name: string, lines: Cell[][]): Uint8Array<ArrayBuffer> {
  const width = Math.max(1, ...lines.map(line => line.length))
  const last = `${letters(width - 1)}${Math.max(1, lines.length)}`
  const title = escaped(name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Sheet1')
  const files: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns(lines, width)}</cols><sheetData>${lines.map(row).join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`,
    ],
  ]
  const bytes = new TextEncoder()
  return zip(files.map(([path, text]) => [path, bytes.encode(XML + text)]))
}

function columns(lines: Cell[][], width: number): string {
  return Array.from({ length: width }, (_, at) => {
    const longest = Math.max(8, ...lines.slice(0, 500).map(line => String(line[at] ?? '').length))
    return `<col min="${at + 1}" max="${at + 1}" width="${Math.min(WIDEST, longest + 2)}" customWidth="1"/>`
  }).join('')
}

function row(line: Cell[], at: number): string {
  const style = at === 0 ? ' s="1"' : ''
  const cells = line.map((cell, column) => {
    const place = `${letters(column)}${at + 1}`
    if (cell === '') return ''
    if (typeof cell === 'number') return `<c r="${place}"${style}><v>${cell}</v></c>`
    const text = escaped(cell.slice(0, LONGEST))
    return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${text}</t></is></c>`
  })
  return `<row r="${at + 1}">${cells.join('')}</row>`
}

/** A, B, …, Z, AA, … */
export function letters(column: number): string {
  const rest = column % 26
  const before = Math.floor(column / 26)
  return (before > 0 ? letters(before - 1) : '') + String.fromCharCode(65 + rest)
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Signs that XML knows no form of are left out. */
function escaped(text: string): string {
  return [...text]
    .filter(sign => sign >= ' ' || sign === '\t' || sign === '\n' || sign === '\r')
    .map(sign => SIGNS[sign] ?? sign)
    .join('')
}
