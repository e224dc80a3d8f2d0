/** Structures of the same shape as a table, such as what is asked of an asset beside what it can do. */

import { isRef } from '@/api/model'
import { formatDateTime } from '@/i18n/format'
import { spoken, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { type Unit, unitOf, useUnits } from '../units'
import { Colour, isColour } from './Colour'
import { RefLink } from './RefLink'
import { tone } from './tone'

type Entry = Record<string, unknown>

const isSimple = (value: unknown) => typeof value !== 'object' || value === null || isRef(value)
const isNothing = (value: unknown) => value === null || value === undefined || value === ''

export function isTable(value: unknown[]): value is Entry[] {
  const [first] = value
  if (typeof first !== 'object' || first === null || isRef(first)) return false
  const shape = Object.keys(first).join()
  const isAlike = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && Object.keys(entry).join() === shape
  return value.every(entry => isAlike(entry) && Object.values(entry as Entry).every(isSimple))
}

/** A row that only says its own name tells nothing. */
export function telling(rows: Entry[]): Entry[] {
  const [, ...rest] = names(rows)
  return rows.filter(row => rest.length === 0 || rest.some(name => !isNothing(row[name])))
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isId = (value: unknown) => typeof value === 'string' && ID.test(value)

/** The columns; ids say nothing to people. */
const names = (rows: Entry[]) =>
  Object.keys(rows[0] ?? {}).filter(name => name !== 'id' && !rows.some(row => isId(row[name])))

/** `{ integrity: { value: 3 } }` as rows that begin with their name. */
export function rowsOf(value: unknown): Entry[] {
  const rows = Object.entries((value ?? {}) as Record<string, unknown>).filter(([, cells]) => cells)
  const all = [...new Set(rows.flatMap(([, cells]) => Object.keys(cells as Entry)))]
  return rows.map(([name, cells]) => ({
    name,
    ...Object.fromEntries(all.map(key => [key, (cells as Entry)[key] ?? null])),
  }))
}

export function ValueTable({ rows }: { rows: Entry[] }) {
  const labels = useLabels()
  const [first, ...rest] = names(rows)
  if (!first) return null
  const told = telling(rows)
  const columns = [first, ...rest.filter(name => told.some(row => !isNothing(row[name])))]
  if (told.length === 0) return <span className="text-ink-faint">—</span>
  return (
    <div className="max-w-2xl overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 rounded-md border border-line bg-raised">
        <thead>
          <tr>
            {columns.map(name => (
              <th
                key={name}
                scope="col"
                className="border-line border-b px-3 py-1.5 text-left font-medium text-ink-soft text-sm"
              >
                {name === 'name' ? <span className="sr-only">{labels.part(name)}</span> : labels.part(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {told.map((row, at) => (
            <tr key={at}>
              {columns.map((name, place) => (
                <td key={name} className="border-line px-3 py-1.5 [tr+tr>&]:border-t">
                  <Cell value={row[name]} isName={place === 0} unit={unitIn(row, first, name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The unit of a number, by the row that it stands in. */
const unitIn = (row: Entry, first: string, name: string) => unitOf(name, { name: String(row[first]) })

function Cell({ value, isName, unit }: { value: unknown; isName: boolean; unit?: Unit }) {
  const labels = useLabels()
  const units = useUnits()
  const { t } = useTranslation()
  if (isNothing(value)) return <span className="text-ink-faint">—</span>
  if (isRef(value)) return <RefLink value={value} />
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'number' && unit) return <span className="tabular">{units.say(unit, value)}</span>
  if (typeof value === 'number') return <span className="tabular">{value}</span>
  if (/^\d{4}-\d\d-\d\dT/.test(String(value)))
    return <time dateTime={String(value)}>{formatDateTime(String(value))}</time>
  if (isColour(value)) return <Colour value={value} />
  if (isName) return labels.part(String(value))
  const known = tone(String(value), '')
  return known === 'neutral' ? spoken(String(value)) : <Badge tone={known}>{spoken(String(value))}</Badge>
}
