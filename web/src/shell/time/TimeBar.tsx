/** Says which instant is shown, if it is not now, and steps from there. */
import { ChevronLeft, ChevronRight, History } from 'lucide-react'
import { useState } from 'react'
import { useGoTo, useInstant } from '@/api/useInstant'
import { formatDateTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { asText, stepped, UNITS, type Unit } from './instants'

const CONTROL =
  'inline-flex h-7 items-center rounded-md border border-past-ink/40 px-2 font-medium text-sm outline-past-ink! hover:bg-past-ink/15'

/** How far the person went at a time; it outlives a step to where there is nothing to see. */
let usual: Unit = 'day'

export function TimeBar() {
  const at = useInstant()
  return at ? <Bar at={at} /> : null
}

function Bar({ at }: { at: string }) {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const [unit, setUnit] = useState(usual)
  const time = new Date(at)
  const isTime = !Number.isNaN(time.getTime())
  const step = (steps: number) => {
    usual = unit
    const next = stepped(time, unit, steps)
    goTo(next && asText(next))
  }
  const arrow = (steps: number, Icon: typeof ChevronLeft) => {
    const label = t(steps < 0 ? 'time.earlier' : 'time.later', { unit: t(`time.units.${unit}`) })
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => step(steps)}
        className={cn(CONTROL, 'w-7 justify-center px-0')}
      >
        <Icon size={16} aria-hidden />
      </button>
    )
  }
  return (
    <section
      aria-label={t('time.title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 bg-past px-4 py-1.5 text-past-ink lg:px-8"
    >
      <p role="status" className="flex min-w-0 grow basis-56 items-center gap-2">
        <History aria-hidden size={16} className="shrink-0" />
        <span>
          <strong className="font-semibold">
            {t('time.bar', { when: isTime ? formatDateTime(at) : at })}
          </strong>{' '}
          <span className="max-xl:hidden">{t('time.barHelp')}</span>
        </span>
      </p>
      <div data-no-print className="flex shrink-0 items-center gap-1.5">
        {isTime && (
          <>
            {arrow(-1, ChevronLeft)}
            <select
              aria-label={t('time.step')}
              value={unit}
              onChange={event => setUnit(event.target.value as Unit)}
              className={cn(CONTROL, 'cursor-pointer bg-past')}
            >
              {UNITS.map(one => (
                <option key={one} value={one} className="bg-raised text-ink">
                  {t(`time.units.${one}`)}
                </option>
              ))}
            </select>
            {arrow(1, ChevronRight)}
          </>
        )}
        <button
          type="button"
          onClick={() => goTo(undefined)}
          className="ml-1.5 inline-flex h-7 items-center rounded-md bg-past-ink px-2.5 font-medium text-past text-sm outline-past-ink! hover:opacity-90"
        >
          {t('time.backToNow')}
        </button>
      </div>
    </section>
  )
}
