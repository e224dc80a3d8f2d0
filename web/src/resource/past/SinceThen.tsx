/**
 * Above an object of the past: what has happened to it since; above one of a draft: what is different there. It names
 * all changes, including those the page does not show.
 */

import type { Resource, Row } from '@/api/model'
import { useDraft } from '@/api/useDraft'
import { useGoTo } from '@/api/useInstant'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { changedFields, inWords } from './difference'

interface Props {
  resource: Resource
  row: Row
  now: Row | null | undefined
}

export function SinceThen({ resource, row, now }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const goTo = useGoTo()
  const draft = !!useDraft()
  if (now === undefined) return null
  if (draft && now === null) return <Callout title={t('whatIf.new')}>{t('whatIf.newHelp')}</Callout>
  if (now === null) {
    return (
      <Callout tone="bad" title={t('time.deletedSince')}>
        {t('time.deletedSinceHelp')}
      </Callout>
    )
  }
  const changed = changedFields(resource, row, now)
  if (draft && changed.length === 0) return null
  if (changed.length === 0) return <p className="text-info">{t('time.sameNow')}</p>
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 text-info">
      <div className="min-w-0">
        <p>{t(draft ? 'whatIf.differs' : 'time.changedSince', { count: changed.length })}</p>
        <ul className="text-sm">
          {changed.map(field => {
            // Told in the order of time: the past before the present, the present before the draft.
            const [then, today] = (draft ? [now, row] : [row, now]).map(one =>
              // A structure in letters is no reading.
              field.kind === 'json' || field.kind === 'translations'
                ? ''
                : inWords(resource, field, one[field.name], labels, t),
            )
            return (
              <li key={field.name} data-since={field.name} className="line-clamp-2 break-words">
                <span className="font-medium">{labels.field(resource, field)}</span>
                {(then || today) && (
                  <>
                    {': '}
                    {then || t('time.empty')} <span aria-hidden>→</span>
                    <span className="sr-only">{t('history.became')}</span> {today || t('time.empty')}
                  </>
                )}
              </li>
            )
          })}
        </ul>
      </div>
      {!draft && (
        <Button size="sm" onClick={() => goTo(undefined)}>
          {t('time.openNow')}
        </Button>
      )}
    </div>
  )
}
