import { useTranslation } from '@/i18n/react'
import { Segments } from '@/ui/Segments'

const STEPS: Record<string, number> = { '1': 1, '2': 2, all: Number.POSITIVE_INFINITY }

export function stepsOf(depth: string | undefined): number {
  return STEPS[depth ?? 'all'] ?? Number.POSITIVE_INFINITY
}

/** How far around an asset the map goes. */
export function Depth({ chosen, onChoose }: { chosen?: string; onChoose: (depth?: string) => void }) {
  const { t } = useTranslation()
  return (
    <Segments
      label={t('graph.depth')}
      value={chosen ?? 'all'}
      segments={Object.keys(STEPS).map(depth => ({ value: depth, label: t(`graph.steps.${depth}`) }))}
      onChange={depth => onChoose(depth === 'all' ? undefined : depth)}
    />
  )
}
