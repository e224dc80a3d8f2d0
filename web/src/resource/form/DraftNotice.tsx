import { History } from 'lucide-react'
import { formatRelative } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import type { Draft } from './drafts'

interface Props {
  draft: Draft
  onRestore: () => void
  onDrop: () => void
}

export function DraftNotice({ draft, onRestore, onDrop }: Props) {
  const { t } = useTranslation()
  const when = formatRelative(new Date(draft.at).toISOString())
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3.5 py-2 text-info"
    >
      <History size={16} aria-hidden className="shrink-0" />
      <span className="grow">{t('form.draft', { when })}</span>
      <Button size="sm" onClick={onRestore}>
        {t('form.draftRestore')}
      </Button>
      <Button size="sm" look="quiet" className="text-info" onClick={onDrop}>
        {t('form.draftDrop')}
      </Button>
    </div>
  )
}
