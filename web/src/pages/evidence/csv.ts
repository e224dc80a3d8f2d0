/** Reads as much of a CSV file as is looked at. */

/** The sign between values: the one that is most regular in the first lines. */
export function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/, 10).filter(Boolean)
  const counts = [',', ';', '\t', '|'].map(sign => {
    const each = lines.map(line => line.replaceAll(/"[^"]*"/g, '').split(sign).length - 1)
    return { sign, least: Math.min(...each), sum: each.reduce((a, b) => a + b, 0) }
  })
  counts.sort((a, b) => b.least - a.least || b.sum - a.sum)
  return counts[0]?.sign ?? ','
}

export interface Table {
  rows: string[][]
  /** There are more lines than were asked for. */
  more: boolean
}

export function parseCsv(given: string, most: number): Table {
  const text = given.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let quoted = false
  const endRow = () => {
    row.push(value)
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    value = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string
    if (quoted) {
      if (sign !== '"') value += sign
      else if (text[at + 1] === '"') {
        value += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && value === '') quoted = true
    else if (sign === separator) {
      row.push(value)
      value = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      endRow()
      if (rows.length > most) break
    } else value += sign
  }
  if (rows.length <= most && (value !== '' || row.length > 0)) endRow()
  return { rows: rows.slice(0, most), more: rows.length > most }
}
