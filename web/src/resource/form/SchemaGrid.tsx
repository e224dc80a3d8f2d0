/** Several structures of the same shape, such as one for each security objective: a row for each, a column for each part. */
import type { Schema } from '@/api/model'
import { type Labels, useLabels } from '@/i18n/labels'
import { FieldCell } from '@/ui/Field'
import { Inline } from '@/ui/Inline'
import type { Grid } from '../grid'
import { Scalar, without } from './SchemaField'

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
}

export function SchemaGrid({ label, grid, value, onChange }: Props) {
  const labels = useLabels()
  const notes = new Set(grid.columns.map(([, part]) => labels.sentence(part.description)).filter(Boolean))
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
                <td key={column} className="w-28 px-3 py-1">
                  <FieldCell label={`${rowLabel(row, schema, labels)}: ${labels.part(column)}`}>
                    <Scalar
                      schema={part}
                      value={(value[row] as Record<string, unknown> | null | undefined)?.[column]}
                      onChange={next => set(row, column, next)}
                    />
                  </FieldCell>
                </td>
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
