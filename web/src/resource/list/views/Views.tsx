/** Saves what the list shows under a name, for oneself or for everyone in the domain, and deletes what is not needed any more. */
import { Bookmark, Trash2, Users } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '@/api/domains'
import { Button } from '@/ui/Button'
import { Popover } from '@/ui/Popover'
import { toast } from '@/ui/Toast'
import { ToolButton } from '@/ui/ToolButton'
import type { ListState } from '../useListState'
import { kept, paramsOf } from './query'
import type { useViews, View } from './useViews'

interface Props {
  state: ListState
  /** The columns that are shown. */
  columns: string[]
  saved: ReturnType<typeof useViews>
}

export function Views({ state, columns, saved }: Props) {
  const { t } = useTranslation()
  const domain = useDomain()
  const [open, setOpen] = useState(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    if (!name) return
    const query = kept(state, columns)
    try {
      await saved.save(name, query, form.get('share') === 'on')
      toast.good(t('list.viewSaved'))
      setOpen(false)
      state.replace(paramsOf(query))
    } catch (error) {
      toast.bad(error)
    }
  }
  const remove = (view: View) => void saved.remove(view).catch(toast.bad)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('list.views')}
      align="end"
      className="w-80 p-2"
      trigger={<ToolButton icon={<Bookmark size={16} aria-hidden />} label={t('list.views')} />}
    >
      {saved.views.length === 0 && <p className="px-1 pb-2 text-ink-soft">{t('list.noViews')}</p>}
      <ul className="mb-1">
        {saved.views.map(view => (
          <li key={view.id ?? view.name} className="flex items-center gap-1">
            <Button
              look="quiet"
              className="min-w-0 grow justify-start"
              onClick={() => {
                state.replace(paramsOf(view.query))
                setOpen(false)
              }}
            >
              {view.id && <Users size={14} aria-hidden className="shrink-0" />}
              <span className="truncate">{view.name}</span>
            </Button>
            {saved.mayRemove(view) && (
              <Button
                look="quiet"
                size="sm"
                icon={<Trash2 size={14} />}
                label={t('list.deleteView', { name: view.name })}
                onClick={() => remove(view)}
              />
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={event => void save(event)} className="flex flex-col gap-2 border-line border-t pt-2">
        <div className="flex gap-2">
          <input
            name="name"
            required
            maxLength={60}
            aria-label={t('list.viewName')}
            placeholder={t('list.viewName')}
            className="control"
          />
          <Button type="submit">{t('common.save')}</Button>
        </div>
        {saved.mayShare && (
          <label className="flex items-center gap-2 px-1 text-sm">
            <input type="checkbox" name="share" className="size-4 shrink-0 accent-accent" />
            {domain ? t('list.shareViewIn', { domain: domain.name }) : t('list.shareView')}
          </label>
        )}
      </form>
    </Popover>
  )
}
