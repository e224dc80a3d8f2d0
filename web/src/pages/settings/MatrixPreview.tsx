/** A risk matrix in small, drawn as the settings say. */
import { useTranslation } from 'react-i18next'
import { cn } from '@/ui/cn'

const SIZE = 4

interface Props {
  labels: string
  swapped: boolean
  flipped: boolean
}

export function MatrixPreview({ labels, swapped, flipped }: Props) {
  const { t } = useTranslation()
  const likelihood = t('general.matrix.likelihood')
  const impact = t(labels === 'EBIOS' ? 'general.matrix.gravity' : 'general.matrix.impact')
  const [across, up] = swapped ? [likelihood, impact] : [impact, likelihood]
  const rows = Array.from({ length: SIZE }, (_, at) => (flipped ? at : SIZE - 1 - at))
  return (
    <figure className="flex w-fit flex-col gap-2 rounded-lg border border-line bg-bg p-4">
      <div className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1">
        <span className="self-center text-ink-soft text-xs [writing-mode:vertical-rl] rotate-180">
          {up} →
        </span>
        <div aria-hidden className="grid grid-cols-4 gap-1">
          {rows.flatMap(row =>
            Array.from({ length: SIZE }, (_, column) => (
              <span key={`${row}-${column}`} className={cn('size-9 rounded-sm', shade(row + column))} />
            )),
          )}
        </div>
        <span />
        <span className="text-center text-ink-soft text-xs">{across} →</span>
      </div>
      <figcaption className="text-ink-faint text-xs">{t('general.matrix.preview')}</figcaption>
    </figure>
  )
}

const shade = (sum: number) =>
  sum >= 5 ? 'bg-bad opacity-80' : sum >= 3 ? 'bg-warn opacity-60' : 'bg-good opacity-60'
