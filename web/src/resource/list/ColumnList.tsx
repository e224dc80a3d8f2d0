import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { columns as allColumns } from '../columns'
import { useColumns } from './useColumns'
import type { ListState } from './useListState'

/** The columns of a list to tick and to put in order. */
export default function ColumnList({ resource, state }: { resource: Resource; state: ListState }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { names: shown, choose: set } = useColumns(resource, state)
  const [dragged, setDragged] = useState<string | null>(null)
  const all = allColumns(resource)
  const ordered = [
    ...shown.flatMap(name => all.find(column => column.name === name) ?? []),
    ...all.filter(column => !shown.includes(column.name)),
  ]
  const toggle = (name: string) => {
    const next = shown.includes(name) ? shown.filter(one => one !== name) : [...shown, name]
    if (next.length > 0) set(next)
  }
  const move = (name: string, to: number) => {
    const next = shown.filter(one => one !== name)
    next.splice(Math.max(0, Math.min(next.length, to)), 0, name)
    set(next)
  }
  return (
    <>
      <p className="px-1 pb-2 text-ink-soft text-sm">{t('list.columnsHelp')}</p>
      <ul>
        {ordered.map(column => {
          const at = shown.indexOf(column.name)
          const label = labels.field(resource, column)
          return (
            <li
              key={column.name}
              draggable={at >= 0}
              onDragStart={() => setDragged(column.name)}
              onDragOver={event => {
                if (dragged && at >= 0) event.preventDefault()
              }}
              onDrop={() => {
                if (dragged) move(dragged, at)
                setDragged(null)
              }}
              className={cn(
                'flex items-center gap-2 rounded-md px-1.5 hover:bg-hover',
                dragged === column.name && 'opacity-50',
              )}
            >
              <label className="flex min-w-0 grow cursor-pointer items-center gap-2 py-1.5">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-accent"
                  checked={at >= 0}
                  onChange={() => toggle(column.name)}
                />
                <span className="truncate">{label}</span>
              </label>
              {at >= 0 && (
                <span className="flex">
                  <Button
                    look="quiet"
                    size="sm"
                    icon={<ArrowUp size={14} />}
                    label={t('list.moveUp', { name: label })}
                    disabled={at === 0}
                    onClick={() => move(column.name, at - 1)}
                  />
                  <Button
                    look="quiet"
                    size="sm"
                    icon={<ArrowDown size={14} />}
                    label={t('list.moveDown', { name: label })}
                    disabled={at === shown.length - 1}
                    onClick={() => move(column.name, at + 1)}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Button look="quiet" size="sm" className="mt-1" onClick={() => set(undefined)}>
        {t('list.resetColumns')}
      </Button>
    </>
  )
}
