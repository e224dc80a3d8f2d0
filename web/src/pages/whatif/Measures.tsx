/** The numbers of the home page today and in the what-if. What changes comes first. */
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { DRAFT } from '@/api/draft'
import { formatNumber } from '@/i18n/format'
import { spoken } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Section } from '@/resource/detail/Section'
import { cn } from '@/ui/cn'
import type { ComparedMeasure } from './api'
import { BeforeAfter } from './BeforeAfter'
import { type Direction, direction } from './measures'

const INKS: Record<Direction, string> = {
  better: 'text-good',
  worse: 'text-bad',
  other: 'text-ink-soft',
  same: 'text-ink-soft',
}

export function Measures({ draft, measures }: { draft: string; measures: ComparedMeasure[] }) {
  const { t } = useTranslation()
  if (measures.length === 0) return null
  const isSame = (one: ComparedMeasure) => Number(one.before === one.after)
  const ordered = [...measures].sort((one, other) => isSame(one) - isSame(other))
  return (
    <Section title={t('compared.measures')}>
      <ul className="mt-1 flex flex-wrap overflow-hidden rounded-lg border border-line bg-raised shadow-sm">
        {ordered.map(one => (
          <Measure key={one.name} draft={draft} measure={one} />
        ))}
      </ul>
    </Section>
  )
}

function Measure({ draft, measure }: { draft: string; measure: ComparedMeasure }) {
  const { t } = useTranslation()
  const { name, before, after } = measure
  const way = direction(name, before, after)
  const by = Math.abs(after - before)
  const Icon = way === 'same' ? Equal : after > before ? ArrowUp : ArrowDown
  const words =
    way === 'same'
      ? t('compared.same')
      : t(after > before ? 'compared.more' : 'compared.fewer', { count: by })
  return (
    <li className="-mt-px -ml-px flex min-w-0 grow basis-48 flex-col gap-1 border-line border-t border-l px-4 py-3">
      <h3 className="font-medium text-ink-soft text-sm">
        {t(`compared.measure.${name}`, { defaultValue: spoken(name) })}
      </h3>
      <p className="text-xl">
        {way === 'same' ? (
          <span className="tabular font-semibold text-ink-soft">{formatNumber(after)}</span>
        ) : (
          <BeforeAfter
            before={formatNumber(before)}
            after={
              <Link
                to={to.list(measure.resource)}
                search={{ ...measure.query, [DRAFT]: draft } as never}
                className="rounded-sm underline-offset-3 hover:underline"
              >
                {formatNumber(after)}
              </Link>
            }
          />
        )}
      </p>
      <p className={cn('inline-flex items-center gap-1 text-sm', INKS[way])}>
        <Icon size={14} aria-hidden />
        {words}
        {(way === 'better' || way === 'worse') && (
          <span className="font-medium">{t(`compared.direction.${way}`)}</span>
        )}
      </p>
    </li>
  )
}
