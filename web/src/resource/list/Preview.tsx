/**
 * A row beside its table: what it is and its status, without leaving the list. The arrow keys go to the
 * next.
 */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Field, type Resource, type Row, title } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button, ButtonLink } from '@/ui/Button'
import { to } from '../address'
import { type Column, isField, nameField } from '../columns'
import { LateDate } from '../value/LateDate'
import { daysLate, sortOf } from '../value/late'
import { isEmpty, Value } from '../value/Value'

interface Props {
  resource: Resource
  row: Row
  onClose: () => void
}

/** While an arrow key is held, rows pass by: only the one that is stayed on is loaded. */
const PAUSE = 150

function useSettled(id: string): string {
  const [settled, setSettled] = useState(id)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), PAUSE)
    return () => clearTimeout(timer)
  }, [id])
  return settled
}

const HIDDEN = new Set(['id', 'str', 'created_at', 'is_published', 'ref_id'])

/** Status first, then people and dates, place, and the rest. */
function place(field: Field): number {
  if (/^(lc_)?(status|state|severity|priority)$/.test(field.name)) return 0
  if (field.name === 'owner') return 1
  if (sortOf(field.name)) return 2
  if (field.name === 'folder') return 3
  return field.name === 'updated_at' ? 9 : 4
}

export default function Preview({ resource, row: known, onClose }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const settled = useSettled(known.id)
  const item = useQuery(itemQuery(resource.path, settled))
  const row = item.data && settled === known.id ? item.data : known
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is read from its beginning
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0
  }, [known.id])
  const name = nameField(resource)
  const filled = (column: Column) =>
    !HIDDEN.has(column.name) &&
    column.name !== name &&
    !isEmpty(row[column.name]) &&
    row[column.name] !== '--'
  const fields = resource.fields.filter(field => !field.write_only && filled(field))
  const texts = fields.filter(field => field.kind === 'markdown')
  const facts = fields
    .filter(field => !['markdown', 'json', 'translations', 'file'].includes(field.kind))
    .sort((a, b) => place(a) - place(b))
  const heading = title(row, resource)
  return (
    <aside
      aria-label={t('list.previewOf', { name: heading })}
      data-no-print
      className="flex w-95 shrink-0 flex-col border-line border-t border-l bg-raised"
    >
      <header className="flex items-start gap-2 px-5 pt-4 pb-3">
        <div className="min-w-0 grow">
          {typeof row.ref_id === 'string' && row.ref_id && (
            <p className="tabular text-ink-soft text-sm">{row.ref_id}</p>
          )}
          <h2 className="break-words text-lg">{heading}</h2>
        </div>
        <Button look="quiet" size="sm" icon={<X size={15} />} label={t('common.close')} onClick={onClose} />
      </header>
      <div ref={body} className="min-h-0 grow overflow-y-auto px-5 pb-4">
        {texts.slice(0, 1).map(field => (
          <div key={field.name} className="mb-4 text-pretty">
            <Value resource={resource} field={field} value={row[field.name]} />
          </div>
        ))}
        <dl className="flex flex-col gap-2 text-sm">
          {facts.map(field => (
            <div key={field.name} className="grid grid-cols-[108px_minmax(0,1fr)] gap-3">
              <dt className="text-ink-soft">{labels.field(resource, field)}</dt>
              <dd className="min-w-0 break-words">
                <Fact resource={resource} column={field} row={row} />
              </dd>
            </div>
          ))}
        </dl>
        {texts.slice(1).map(field => (
          <section key={field.name} className="mt-4">
            <h3 className="mb-1 text-ink-soft text-sm">{labels.field(resource, field)}</h3>
            <Value resource={resource} field={field} value={row[field.name]} />
          </section>
        ))}
      </div>
      <footer className="flex items-center justify-between gap-2 border-line border-t px-5 py-2.5">
        <span aria-hidden className="text-ink-faint text-xs">
          {t('list.previewKeys')}
        </span>
        <ButtonLink size="sm" to={to.item(resource.path, row.id)}>
          {t('common.open')}
        </ButtonLink>
      </footer>
    </aside>
  )
}

function Fact({ resource, column, row }: { resource: Resource; column: Column; row: Row }) {
  const days = daysLate(resource, row, column.name)
  const sort = sortOf(column.name)
  if (days !== null && sort) return <LateDate day={String(row[column.name])} days={days} sort={sort} />
  return (
    <Value
      resource={resource}
      field={column}
      value={row[column.name]}
      short={isField(column) && column.kind === 'datetime'}
    />
  )
}
