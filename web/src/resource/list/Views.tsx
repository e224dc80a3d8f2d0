import { Bookmark, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/api/model'
import { useInterface } from '@/api/user'
import { Button } from '@/ui/Button'
import { Popover } from '@/ui/Popover'
import { toast } from '@/ui/Toast'
import { ToolButton } from '@/ui/ToolButton'
import type { ListState } from './useListState'

/** Filters, search and order under a name, kept with the person's preferences. */
export function Views({ resource, state }: { resource: Resource; state: ListState }) {
  const { t } = useTranslation()
  const [ui, change] = useInterface()
  const [open, setOpen] = useState(false)
  const views = ui.views?.[resource.path] ?? []
  const set = (next: typeof views) => change({ views: { ...ui.views, [resource.path]: next } })
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return
    const search = new URLSearchParams(state.search).toString()
    set([...views.filter(view => view.name !== name), { name, search }])
    toast.good(t('list.viewSaved'))
    setOpen(false)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('list.views')}
      align="end"
      className="w-72 p-2"
      trigger={<ToolButton icon={<Bookmark size={16} aria-hidden />} label={t('list.views')} />}
    >
      {views.length === 0 && <p className="px-1 pb-2 text-ink-soft">{t('list.noViews')}</p>}
      <ul className="mb-1">
        {views.map(view => (
          <li key={view.name} className="flex items-center gap-1">
            <Button
              look="quiet"
              className="min-w-0 grow justify-start"
              onClick={() => {
                state.replace(Object.fromEntries(new URLSearchParams(view.search)))
                setOpen(false)
              }}
            >
              <span className="truncate">{view.name}</span>
            </Button>
            <Button
              look="quiet"
              size="sm"
              icon={<Trash2 size={14} />}
              label={t('list.deleteView', { name: view.name })}
              onClick={() => set(views.filter(one => one.name !== view.name))}
            />
          </li>
        ))}
      </ul>
      <form onSubmit={save} className="flex gap-2 border-line border-t pt-2">
        <input
          name="name"
          required
          maxLength={60}
          aria-label={t('list.viewName')}
          placeholder={t('list.viewName')}
          className="control"
        />
        <Button type="submit">{t('common.save')}</Button>
      </form>
    </Popover>
  )
}
