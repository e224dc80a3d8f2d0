/** Says that there is demo data, and removes it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { type Ref, useModel } from '@/api/model'
import { cascadeQuery, refresh, useRemove } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'

export function DemoBar({ folder }: { folder: Ref }) {
  const { t } = useTranslation()
  const user = useUser()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-info-soft px-4 py-2.5 text-info">
        <FlaskConical size={16} aria-hidden className="shrink-0" />
        <p className="min-w-48 grow">{t('demo.there', { name: folder.str })}</p>
        {may(user, 'delete_folder', folder.id) && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('demo.remove')}
          </Button>
        )}
      </div>
      {asking && <RemoveDemo folder={folder} onClose={() => setAsking(false)} />}
    </>
  )
}

function RemoveDemo({ folder, onClose }: { folder: Ref; onClose: () => void }) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const client = useQueryClient()
  const cascade = useQuery(cascadeQuery('folders', folder.id))
  const remove = useRemove('folders')
  const [busy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    remove.mutate(folder.id, {
      onSuccess: () => {
        toast.good(t('demo.removed'))
        onClose()
      },
      onError: toast.bad,
      onSettled: () => {
        setBusy(false)
        void refresh(client)
      },
    })
  }
  const kinds = new Map<string, number>()
  for (const one of cascade.data?.deleted.related_objects ?? [])
    kinds.set(one.model, (kinds.get(one.model) ?? 0) + 1)
  const affected = cascade.data?.affected
  const blocked = (cascade.data?.blocked.count ?? 0) > 0
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('demo.removeTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" disabled={!cascade.data || blocked || busy} onClick={run}>
            {t(busy ? 'demo.removing' : 'demo.remove')}
          </Button>
        </>
      }
    >
      {cascade.isPending && <Skeleton className="h-32" />}
      {cascade.error && <Failed error={cascade.error} retry={() => void cascade.refetch()} />}
      {cascade.data && (
        <div className="flex flex-col gap-4">
          <p>{t('demo.removeHelp', { name: folder.str })}</p>
          <ul className="grid grid-cols-2 gap-x-6 gap-y-1">
            {[...kinds]
              .sort((a, b) => b[1] - a[1])
              .map(([path, count]) => {
                const resource = model.resources[path]
                return (
                  <li key={path} className="flex justify-between gap-3">
                    <span className="truncate">{resource ? labels.plural(resource) : path}</span>
                    <span className="tabular text-ink-soft">{formatNumber(count)}</span>
                  </li>
                )
              })}
          </ul>
          {affected && affected.count > 0 && (
            <div>
              <p className="font-medium">{t('remove.affected', { count: affected.count })}</p>
              <ul className="border-line border-l-2 pl-3">
                {affected.related_objects.slice(0, 8).map(one => (
                  <li key={one.id} className="truncate">
                    {one.name}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {blocked && <p className="text-bad">{cascade.data.blocked.message}</p>}
          <p className="text-ink-soft">{t('remove.final')}</p>
        </div>
      )}
    </Dialog>
  )
}
