/** Saves the current view under a name, for oneself or for everyone in the domain, and deletes old ones. */
import { Trash2, Users } from 'lucide-react'
import type { FormEvent } from 'react'
import { useDomain } from '@/api/domains'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/Toast'
import { kept, paramsOf } from './query'
import type { View } from './useViews'
import type { ViewsProps } from './Views'

export default function ViewList({ state, columns, saved, onDone }: ViewsProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const domain = useDomain()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = String(form.get('name')).trim()
    if (!name) return
    const query = kept(state, columns)
    try {
      await saved.save(name, query, form.get('share') === 'on')
      toast.good(t('list.viewSaved'))
      onDone()
      state.replace(paramsOf(query))
    } catch (error) {
      toast.bad(error)
    }
  }
  const remove = (view: View) => void saved.remove(view).catch(toast.bad)
  return (
    <>
      {saved.views.length === 0 && <p className="px-1 pb-2 text-ink-soft">{t('list.noViews')}</p>}
      <ul className="mb-1">
        {saved.views.map(view => (
          <li key={view.id ?? view.name} className="flex items-center gap-1">
            <Button
              look="quiet"
              className="min-w-0 grow justify-start"
              onClick={() => {
                state.replace(paramsOf(view.query))
                onDone()
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
    </>
  )
}
