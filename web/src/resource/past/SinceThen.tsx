/** Over an object of the past: what became of it. */
import { useTranslation } from 'react-i18next'
import type { Resource, Row } from '@/api/model'
import { useGoTo } from '@/api/useInstant'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { columns } from '../columns'
import { differs } from './difference'

interface Props {
  resource: Resource
  row: Row
  now: Row | null | undefined
}

export function SinceThen({ resource, row, now }: Props) {
  const { t } = useTranslation()
  const goTo = useGoTo()
  if (now === undefined) return null
  if (now === null) {
    return (
      <Callout tone="bad" title={t('time.deletedSince')}>
        {t('time.deletedSinceHelp')}
      </Callout>
    )
  }
  const count = columns(resource).filter(field => differs(field, row, now)).length
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-info">
      {count > 0 ? t('time.changedSince', { count }) : t('time.sameNow')}
      {count > 0 && (
        <Button size="sm" onClick={() => goTo(undefined)}>
          {t('time.openNow')}
        </Button>
      )}
    </p>
  )
}
