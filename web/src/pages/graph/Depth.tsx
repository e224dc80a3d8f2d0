import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'

const STEPS: Record<string, number> = { '1': 1, '2': 2, all: Number.POSITIVE_INFINITY }

export function stepsOf(depth: string | undefined): number {
  return STEPS[depth ?? 'all'] ?? Number.POSITIVE_INFINITY
}

/** How far around an asset the map goes. */
export function Depth({ chosen, onChoose }: { chosen?: string; onChoose: (depth?: string) => void }) {
  const { t } = useTranslation()
  const now = chosen ?? 'all'
  return (
    <div role="group" aria-label={t('graph.depth')} className="flex rounded-md border border-line p-0.5">
      {Object.keys(STEPS).map(depth => (
        <Button
          key={depth}
          size="sm"
          look={depth === now ? 'plain' : 'quiet'}
          aria-pressed={depth === now}
          onClick={() => onChoose(depth === 'all' ? undefined : depth)}
        >
          {t(`graph.steps.${depth}`)}
        </Button>
      ))}
    </div>
  )
}
