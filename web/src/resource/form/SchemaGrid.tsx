/** Several structures of the same shape, such as one for each security objective: a row for each, a column for each part. */
import type { Schema } from '@/api/model'
import { type Labels, useLabels } from '@/i18n/labels'
import { cn } from '@/ui/cn'
import { FieldCell } from '@/ui/Field'
import { Inline } from '@/ui/Inline'
import type { Grid } from '../grid'
import { type Unit, unitOf } from '../units'
import { usePartErrors } from './mistakes'
import { Scalar, without } from './SchemaField'
import { UnitControl } from './UnitControl'

/** `rto`, described as “Recovery time objective.”, is called by both. */
export function rowLabel(name: string, schema: Schema, labels: Labels): string {
  const english = schema.description ?? ''
  const initials = english
    .split(' ')
    .map(word => word[0])
    .join('')
  if (initials.toLowerCase() !== name) return labels.part(name)
  return `${labels.sentence(english)?.replace(/\.$/, '')} (${name.toUpperCase()})`
}

interface Props {
  label?: string
  grid: Grid
  value: Record<string, unknown>
  onChange: (value: unknown) => void
  /** Where it stands in the structure. */
  path: string
}

export function SchemaGrid({ label, grid, value, onChange, path }: Props) {
  const labels = useLabels()
  // A control that shows its unit or scale needs no description.
  const isPlain = (column: string) => grid.rows.some(([name, schema]) => !unitOf(column, { name, schema }))
  const notes = new Set(
    grid.columns
      .filter(([name]) => isPlain(name))
      .map(([, part]) => labels.sentence(part.description))
      .filter(Boolean),
  )
  const set = (row: string, column: string, next: unknown) => {
    const cells = without({ ...(value[row] as Record<string, unknown> | null), [column]: next })
    onChange(without({ ...value, [row]: Object.keys(cells).length > 0 ? cells : undefined }))
  }
  return (
    <div className="flex flex-col gap-1.5">
      <table className="w-full border-separate border-spacing-0 rounded-md border border-line">
        {label && <caption className="pb-1.5 text-left font-medium">{label}</caption>}
        <thead>
          <tr className="text-ink-soft text-sm">
            <td className="border-line border-b px-3 py-1.5" />
            {grid.columns.map(([name]) => (
              <th key={name} scope="col" className="border-line border-b px-3 py-1.5 text-left font-normal">
                {labels.part(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(([row, schema]) => (
            <tr key={row}>
              <th scope="row" className="px-3 py-1 text-left font-normal">
                {rowLabel(row, schema, labels)}
              </th>
              {grid.columns.map(([column, part]) => (
                <GridCell
                  key={column}
                  label={`${rowLabel(row, schema, labels)}: ${labels.part(column)}`}
                  path={`${path}.${row}.${column}`}
                  unit={unitOf(column, { name: row, schema })}
                  schema={part}
                  value={(value[row] as Record<string, unknown> | null | undefined)?.[column]}
                  onChange={next => set(row, column, next)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {[...notes].map(note => (
        <p key={note} className="text-ink-soft text-sm">
          <Inline text={note ?? ''} />
        </p>
      ))}
    </div>
  )
}

interface CellProps {
  label: string
  path: string
  unit?: Unit
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
}

function GridCell({ label, path, unit, schema, value, onChange }: CellProps) {
  const errors = usePartErrors(path)
  return (
    <td
      className={cn('px-3 py-1', unit === 'seconds' ? 'w-64' : 'w-32')}
      data-invalid={errors ? true : undefined}
    >
      <FieldCell label={label}>
        {unit ? (
          <UnitControl unit={unit} value={value} onChange={onChange} />
        ) : (
          <Scalar schema={schema} value={value} onChange={onChange} />
        )}
      </FieldCell>
      {errors && <p className="text-bad text-sm">{errors.join(' ')}</p>}
    </td>
  )
}
