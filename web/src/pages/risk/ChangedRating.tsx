/** A scenario with what becomes of its levels: from the one it has to the one it would have. */
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'
import type { DrawnLevel } from '@/pages/matrix/matrix'
import { to } from '@/resource/address'
import { SCENARIOS } from './api'
import { RiskBadge } from './RiskBadge'

interface LineProps {
  id: string
  ref_id: string
  name: string
  children: ReactNode
}

export function ScenarioChange({ id, ref_id, name, children }: LineProps) {
  return (
    <li className="flex flex-col gap-1.5 border-line border-t py-2.5 text-sm">
      <span className="flex min-w-0 items-baseline gap-2">
        {ref_id && <span className="tabular shrink-0 text-ink-soft">{ref_id}</span>}
        <Link
          to={to.item(SCENARIOS, id)}
          className="min-w-0 break-words rounded-sm font-medium underline-offset-3 hover:underline"
        >
          {name}
        </Link>
      </span>
      {children}
    </li>
  )
}

interface RatingProps {
  label: string
  before: DrawnLevel | undefined
  after: DrawnLevel | undefined
  note?: string
}

export function ChangedRating({ label, before, after, note }: RatingProps) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-16 text-ink-soft">{label}</span>
      <span className="inline-flex items-center gap-1.5">
        <RiskBadge level={before} />
        <ArrowRight size={13} aria-hidden className="shrink-0 text-ink-faint" />
        <span className="sr-only">{t('risk.becomes')}</span>
        <RiskBadge level={after} />
      </span>
      {note && <span className="text-ink-soft text-xs">{note}</span>}
    </span>
  )
}
