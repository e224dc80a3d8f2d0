/** How many risks there are of each level, today and in the what-if: two bars, and the numbers beside them. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { colourOf, inkOn } from '@/pages/matrix/matrix'
import { Section } from '@/resource/detail/Section'
import { cn } from '@/ui/cn'
import { STAGES, type Stage } from '../risk/model/scenario'
import type { ComparedLevel } from './api'

const fillOf = ({ color }: ComparedLevel) => {
  const colour = colourOf(color)
  return colour ? { backgroundColor: colour, color: inkOn(colour) } : undefined
}

/** A stage at which nothing differs says nothing. */
export function LevelBars({ levels }: { levels: Record<Stage, ComparedLevel[]> }) {
  const { t } = useTranslation()
  const told = STAGES.filter(stage => levels[stage].some(one => one.before !== one.after))
  if (told.length === 0) return null
  return (
    <Section title={t('compared.levels')}>
      <div className="mt-2 grid gap-x-10 gap-y-6 @3xl:grid-cols-2">
        {told.map(stage => (
          <OneStage
            key={stage}
            title={t(`risk.stages.${stage}`)}
            levels={[...levels[stage]].sort((one, other) => other.level - one.level)}
          />
        ))}
      </div>
    </Section>
  )
}

function OneStage({ title, levels }: { title: string; levels: ComparedLevel[] }) {
  const { t } = useTranslation()
  const nameOf = (level: ComparedLevel) => (level.level < 0 ? t('risk.unrated') : level.name)
  const shown = levels.filter(one => one.before + one.after > 0)
  const sum = (when: 'before' | 'after') => shown.reduce((all, one) => all + one[when], 0)
  const most = Math.max(1, sum('before'), sum('after'))
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="font-medium text-sm">{title}</figcaption>
      {(['before', 'after'] as const).map(when => (
        <div key={when} aria-hidden className="flex items-center gap-3">
          <span className="w-16 shrink-0 text-ink-soft text-xs">
            {t(when === 'before' ? 'compared.today' : 'whatIf.title')}
          </span>
          <div className="min-w-0 grow">
            <div
              className="flex h-6 gap-[1.5px] overflow-hidden rounded-sm [print-color-adjust:exact]"
              style={{ width: `${(sum(when) / most) * 100}%` }}
            >
              {shown.map(
                one =>
                  one[when] > 0 && (
                    <span
                      key={`${one.level} ${one.name}`}
                      style={{ ...fillOf(one), flexGrow: one[when] }}
                      className={cn(
                        'tabular grid min-w-0 place-items-center overflow-hidden text-xs',
                        !fillOf(one) && 'bg-track text-ink-soft',
                      )}
                    >
                      {formatNumber(one[when])}
                    </span>
                  ),
              )}
            </div>
          </div>
        </div>
      ))}
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-ink-soft text-xs">
            <th className="py-1 text-left font-medium">{t('compared.level')}</th>
            <th className="py-1 text-right font-medium">{t('compared.today')}</th>
            <th className="py-1 text-right font-medium">{t('whatIf.title')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(one => (
            <tr key={`${one.level} ${one.name}`} className="border-line border-t">
              <th scope="row" className="py-1 text-left font-normal">
                <span
                  aria-hidden
                  style={fillOf(one)}
                  className="mr-2 inline-block size-3 rounded-sm bg-track align-[-1px] [print-color-adjust:exact]"
                />
                {nameOf(one)}
              </th>
              <td className="tabular py-1 text-right text-ink-soft">{formatNumber(one.before)}</td>
              <td className={cn('tabular py-1 text-right', one.after !== one.before && 'font-semibold')}>
                {formatNumber(one.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
