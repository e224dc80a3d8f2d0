/** Why an answer is not saved, and what to do about it. */
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { again, type Entry, settle } from './saver'

interface Props {
  entry: Entry
  /** What someone else has put there, in words. */
  theirs: string
}

export function Problem({ entry, theirs }: Props) {
  const { t } = useTranslation()
  const { key } = entry.subject
  if (entry.state === 'conflict')
    return (
      <div role="alert" className="flex flex-col gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
        <p>
          {entry.theirs === null
            ? t('questions.clearedMeanwhile')
            : t('questions.changedMeanwhile', { theirs })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => settle(key, true)}>
            {t('questions.keepMine')}
          </Button>
          <Button size="sm" onClick={() => settle(key, false)}>
            {t('questions.takeTheirs')}
          </Button>
        </div>
      </div>
    )
  if (entry.state === 'refused')
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm"
      >
        <p className="min-w-40 grow">{t('questions.refused', { reason: entry.error?.message })}</p>
        <Button size="sm" onClick={() => again(key)}>
          {t('common.retry')}
        </Button>
      </div>
    )
  return null
}
