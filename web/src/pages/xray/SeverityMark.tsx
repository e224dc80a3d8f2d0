import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Severity } from './api'

const LOOKS: Record<Severity, [LucideIcon, string]> = {
  error: [OctagonAlert, 'text-bad'],
  warning: [TriangleAlert, 'text-warn'],
  info: [Info, 'text-info'],
}

/** How much a finding matters: a shape, a word and a colour. */
export function SeverityMark({ severity, words }: { severity: Severity; words?: string }) {
  const { t } = useTranslation()
  const [Icon, ink] = LOOKS[severity]
  return (
    <span className={cn('inline-flex shrink-0 items-center gap-1.5 font-medium', ink)}>
      <Icon size={15} aria-hidden className="shrink-0" />
      {words ?? t(`xray.severity.${severity}`)}
    </span>
  )
}
