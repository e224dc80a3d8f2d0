/**
 * Publishing a draft: into the store only, or into use as well. If a version of it is in use, what the new one changes
 * in audits is shown before it takes effect.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Dialog } from '@/ui/Dialog'
import { toast } from '@/ui/Toast'
import { librariesQuery, STORED } from '../library/api'
import UpdateDialog from '../library/UpdateDialog'
import { publish } from './api'
import { useDrafting } from './drafting'

type Way = 'store' | 'load'

export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { draft, problems } = useDrafting()
  const [way, setWay] = useState<Way>('load')
  const libraries = useQuery(librariesQuery).data
  const stored = libraries?.find(one => one.urn === draft.urn && one.locale === draft.locale)
  const loaded = stored?.loaded_library ?? null
  const send = useMutation({
    // An update of what is in use is looked at first.
    mutationFn: () => publish(draft.id, way === 'load' && !loaded),
    onSuccess: async ({ version, stored_library }) => {
      await refresh(client)
      if (way === 'load' && loaded) return
      onClose()
      toast.good(t(way === 'load' ? 'draft.loadedAs' : 'draft.published', { name: draft.name, version }), {
        label: t('draft.openLibrary'),
        run: () => void navigate({ to: to.item(STORED, stored_library) }),
      })
    },
  })
  if (send.isSuccess && way === 'load' && loaded && stored)
    return <UpdateDialog library={stored} id={loaded} onClose={onClose} />
  const version = stored ? Math.max(draft.version, stored.version + 1) : draft.version
  const same = !draft.has_unpublished_changes && draft.last_published_version !== null
  const blocked = problems.length > 0 || same
  return (
    <Dialog
      open
      title={t('draft.publishTitle', { name: draft.name })}
      onClose={onClose}
      footer={
        <>
          {same && stored && (
            <Button onClick={() => void navigate({ to: to.item(STORED, stored.id) })}>
              {t('draft.openLibrary')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={blocked || send.isPending} onClick={() => send.mutate()}>
            {t(send.isPending ? 'draft.publishing' : 'draft.publish')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {same ? (
          <p>{t('draft.same', { version: draft.last_published_version })}</p>
        ) : problems.length > 0 ? (
          <Callout tone="bad" title={t('draft.problems', { count: problems.length })}>
            {t('draft.solveFirst')}
          </Callout>
        ) : (
          <>
            <p>{t('draft.becomes', { version })}</p>
            <ChoiceCards
              label={t('draft.publish')}
              value={way}
              onChange={setWay}
              choices={[
                {
                  value: 'load',
                  label: t(loaded ? 'draft.ways.update' : 'draft.ways.load'),
                  help: t(loaded ? 'draft.ways.updateHelp' : 'draft.ways.loadHelp'),
                },
                { value: 'store', label: t('draft.ways.store'), help: t('draft.ways.storeHelp') },
              ]}
            />
            {!draft.identity_locked && (
              <p className="text-ink-soft text-sm">
                {t('draft.fixes', { packager: draft.packager, ref: draft.ref_id })}
              </p>
            )}
          </>
        )}
        {send.error && (
          <Callout tone="bad" urgent>
            {send.error.message}
          </Callout>
        )}
      </div>
    </Dialog>
  )
}
