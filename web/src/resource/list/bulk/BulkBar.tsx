/**
 * What can be done with the selected rows. It says how many there are, and offers those that are not
 * loaded.
 */
import { Trash2, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Field, Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { useManyActions } from '../../actions'
import { canEditInline } from '../useInlineEdit'
import { BulkProgress, BulkReport } from './BulkProgress'
import type { Outcome } from './portions'
import { matchingIds, useBulk } from './useBulk'

const TITLES = {
  change_field: 'list.change',
  add_to_field: 'list.addTo',
  remove_from_field: 'list.removeFrom',
}

/** What is done to the field of all selected rows. */
interface Change {
  field: Field
  action: keyof typeof TITLES
}

interface Props {
  resource: Resource
  selection: Set<string>
  /** What is loaded of the list. */
  rows: Row[]
  /** How many the list has, loaded or not. */
  count: number
  params: Record<string, string>
  onSelect: (selection: Set<string>) => void
  many?: (ids: string[], clear: () => void) => ReactNode
}

const ActionDialog = lazy(() => import('../../ActionDialog'))
const ValueDialog = lazy(() => import('../ValueDialog'))
const DeleteMany = lazy(() => import('./DeleteMany'))

const BATCHED = new Set(['choice', 'date', 'boolean', 'reference'])

export default function BulkBar({ resource, selection, rows, count, params, onSelect, many }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const bulk = useBulk(resource.path)
  const [changing, setChanging] = useState<Change | null>(null)
  const [acting, setActing] = useState<ReturnType<typeof useManyActions>[number] | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [collecting, setCollecting] = useState(false)
  const together = useManyActions(resource)
  const ids = [...selection]
  const size = selection.size
  const writable = resource.fields.filter(field => canEditInline(resource, field))
  const fields = writable.filter(field => BATCHED.has(field.kind))
  const relations = writable.filter(field => field.kind === 'many')
  const item = (field: Field, action: Change['action'], words: string) => ({
    label: t(words, { name: labels.field(resource, field) }),
    run: () => setChanging({ field, action }),
  })
  // Someone who has selected every loaded row may mean all rows.
  const offersAll = size < count && rows.every(row => selection.has(row.id))
  const selectAll = async () => {
    setCollecting(true)
    try {
      onSelect(new Set(await matchingIds(resource.path, params)))
    } catch (error) {
      toast.bad(error)
    }
    setCollecting(false)
  }
  const clear = () => onSelect(new Set())
  /** What failed stays selected, to be checked or tried again. */
  const settle = ({ failed, left }: Outcome) => onSelect(new Set([...failed.map(one => one.id), ...left]))
  const change = async ({ field, action }: Change, value: unknown) => {
    setChanging(null)
    const wanted = { action, field: field.name, value, undoable: true }
    settle(await bulk.start(ids, { ...wanted, doing: 'list.bulk.updating', done: 'list.changed' }))
  }
  const remove = async (undoable: boolean) => {
    setDeleting(false)
    const words = { doing: 'list.bulk.deleting', done: 'list.deleted' }
    settle(await bulk.start(ids, { action: 'delete', undoable, ...words }))
  }
  if (size === 0 && !bulk.running && !bulk.report) return null
  const words = t(size > 1 && size >= count ? 'list.selectedAll' : 'list.selected', { count: size })
  return (
    <>
      <div
        role="toolbar"
        data-foot="bulk"
        aria-label={t('list.selected', { count: size })}
        className="appear absolute inset-x-0 bottom-4 z-20 mx-auto flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-md"
      >
        {bulk.running ? (
          <BulkProgress running={bulk.running} onCancel={bulk.cancel} />
        ) : (
          <>
            <span className="font-medium" aria-live="polite">
              {words}
            </span>
            {offersAll && (
              <Button
                look="quiet"
                size="sm"
                className="text-accent-text underline underline-offset-3"
                disabled={collecting}
                onClick={() => void selectAll()}
              >
                {t('list.selectMatching', { count })}
              </Button>
            )}
            {fields.length + relations.length > 0 && (
              <Menu
                align="start"
                items={[
                  ...fields.map(field => item(field, 'change_field', 'list.field')),
                  relations.length > 0 && null,
                  ...relations.map(field => item(field, 'add_to_field', 'list.addTo')),
                  ...relations.map(field => item(field, 'remove_from_field', 'list.removeFrom')),
                ]}
              >
                <Button size="sm" disabled={collecting}>
                  {t('list.change', { name: '…' })}
                </Button>
              </Menu>
            )}
            {many?.(ids, clear)}
            {size > 1 &&
              together.map(one => (
                <Button key={one.action.name} size="sm" onClick={() => setActing(one)}>
                  {labels.action(resource, one.action)}
                </Button>
              ))}
            {resource.permissions.delete && (
              <Button
                size="sm"
                disabled={collecting}
                icon={<Trash2 size={14} aria-hidden />}
                className="text-bad"
                onClick={() => setDeleting(true)}
              >
                {t('common.delete')}
              </Button>
            )}
            <Button look="quiet" size="sm" icon={<X size={15} />} label={t('common.clear')} onClick={clear} />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {changing && (
          <ValueDialog
            resource={resource}
            field={changing.field}
            title={t(TITLES[changing.action], { name: labels.field(resource, changing.field) })}
            note={t('list.bulk.applies', { count: size })}
            onClose={() => setChanging(null)}
            onApply={value => void change(changing, value)}
          />
        )}
        {acting && (
          <ActionDialog
            resource={resource}
            action={acting.action}
            given={{
              ...(acting.one && { [acting.one]: ids[0] }),
              [acting.many]: acting.one ? ids.slice(1) : ids,
            }}
            onClose={() => {
              setActing(null)
              clear()
            }}
          />
        )}
        {deleting && (
          <DeleteMany
            resource={resource}
            ids={ids}
            matching={size >= count ? params : undefined}
            onClose={() => setDeleting(false)}
            onConfirm={undoable => void remove(undoable)}
          />
        )}
      </Suspense>
      {bulk.report && <BulkReport report={bulk.report} onClose={bulk.dismiss} />}
    </>
  )
}
