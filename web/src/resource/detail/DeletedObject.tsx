/** The page of a deleted object: who deleted it, its history, and how to restore it. */
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Resource } from '@/api/model'
import { formatDateTime } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Loading } from '@/ui/States'
import { to } from '../address'
import { CHANGES } from '../journal/entry'
import { useActorName } from '../journal/Sentence'
import { NotFound } from '../ResourcePage'
import { History, historyQuery } from './History'
import { RestoreDialog } from './RestoreDialog'

export function DeletedObject({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const actor = useActorName()
  const [restoring, setRestoring] = useState(false)
  const history = useQuery({ ...historyQuery(resource.path, id), enabled: resource.history !== false })
  if (history.isLoading) return <Loading />
  const changes = (history.data?.results ?? []).filter(entry => CHANGES.includes(entry.kind))
  const [deletion, last] = changes
  if (deletion?.kind !== 'deleted') return <NotFound />
  return (
    <>
      <PageHeader
        title={deletion.object_name ?? labels.name(resource)}
        crumbs={[{ label: labels.plural(resource), to: to.list(resource.path) }]}
      >
        <Callout
          tone="bad"
          title={t('history.isDeleted')}
          action={
            last &&
            resource.permissions.add &&
            !resource.read_only && (
              <Button icon={<RotateCcw size={15} aria-hidden />} onClick={() => setRestoring(true)}>
                {t('history.undelete')}
              </Button>
            )
          }
        >
          {t('history.deletedBy', { name: actor(deletion), when: formatDateTime(deletion.at) })}
        </Callout>
      </PageHeader>
      <History resource={resource} id={id} />
      {restoring && last && (
        <RestoreDialog
          resource={resource}
          id={id}
          entry={last}
          deleted
          onClose={() => setRestoring(false)}
          onRestored={() => void history.refetch()}
        />
      )}
    </>
  )
}
