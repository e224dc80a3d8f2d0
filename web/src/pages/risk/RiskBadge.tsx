/** A level of risk in the colour of its matrix, and always with its name. */
import { useTranslation } from '@/i18n/react'
import type { DrawnLevel } from '@/pages/matrix/matrix'
import { cn } from '@/ui/cn'

/** The colour of a level, with what can be read on it. */
export const fill = (level: DrawnLevel | undefined) =>
  level?.colour ? { backgroundColor: level.colour, color: level.ink ?? undefined } : undefined

interface Props {
  level: DrawnLevel | undefined
  large?: boolean
}

export function RiskBadge({ level, large }: Props) {
  const { t } = useTranslation()
  return (
    <span
      style={fill(level)}
      title={level?.description || undefined}
      className={cn(
        'inline-block max-w-full truncate rounded-sm align-middle font-medium [print-color-adjust:exact]',
        large ? 'px-3 py-1 text-base' : 'px-2 py-0.5 text-xs',
        !level?.colour && 'bg-sunken text-ink-soft',
        !level && 'border border-line-strong border-dashed bg-transparent',
      )}
    >
      {level?.name ?? t('risk.unrated')}
    </span>
  )
}
