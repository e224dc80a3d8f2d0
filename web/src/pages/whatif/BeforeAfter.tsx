import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'

/** Today and in the what-if, read out as such. */
export function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-1.5">
      <span className="sr-only">{t('compared.today')}: </span>
      <span className="tabular text-ink-soft">{before}</span>
      <ArrowRight size={14} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="sr-only">, {t('whatIf.title')}: </span>
      <span className="tabular font-semibold">{after}</span>
    </span>
  )
}
