/** In the header: how much of another framework this audit answers already, and of which others. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Popover } from '@/ui/Popover'
import { ResultBar } from '../ResultBar'
import { useSearchState } from '../usePage'
import { useWork } from '../work'
import { derivedQuery, useOthers } from './api'
import { tallyOf } from './model'

export default function Says() {
  const { t } = useTranslation()
  const { audit } = useWork()
  const [search, set] = useSearchState()
  const [open, setOpen] = useState(false)
  const others = useOthers(audit, true)
  const shown = others.find(one => one.id === search.about) ?? others[0]
  const derived = useQuery({ ...derivedQuery(audit.id, shown?.id ?? ''), enabled: !!shown })
  if (!shown) return null
  const tally = derived.data && tallyOf(derived.data)
  const look = (framework: string) => {
    setOpen(false)
    set({ tab: 'derived', about: framework })
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('audit.derived.title')}
      align="end"
      className="w-96 max-w-[calc(100vw-2rem)] p-1.5"
      trigger={
        <button
          type="button"
          className="flex w-64 shrink-0 items-center gap-2 rounded-lg border border-line bg-raised px-3 py-1.5 text-left shadow-sm hover:border-line-strong max-sm:w-full"
        >
          <span className="min-w-0 grow">
            <span className="block text-ink-soft text-xs">{t('audit.derived.title')}</span>
            <span className="flex items-center gap-2 text-sm">
              <span className="min-w-0 grow truncate font-medium" title={shown.name}>
                {shown.name}
              </span>
              {tally && (
                <>
                  <ResultBar tally={tally} className="h-1.5 w-12 shrink-0" />
                  <span className="tabular shrink-0 font-semibold">
                    {t('audit.of', { some: formatNumber(tally.assessed), all: formatNumber(tally.total) })}
                  </span>
                </>
              )}
            </span>
          </span>
          <ChevronsUpDown size={15} aria-hidden className="shrink-0 text-ink-faint" />
        </button>
      }
    >
      <Frameworks others={others} chosen={shown.id} onLook={look} />
    </Popover>
  )
}

interface Props {
  others: { id: string; name: string }[]
  chosen: string
  onLook: (framework: string) => void
}

function Frameworks({ others, chosen, onLook }: Props) {
  const { t } = useTranslation()
  const { audit } = useWork()
  const found = useQueries({ queries: others.map(one => derivedQuery(audit.id, one.id)) })
  return (
    <ul>
      {others.map((one, at) => {
        const derived = found[at]?.data
        const tally = derived && tallyOf(derived)
        if (found[at]?.error) return null
        return (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onLook(one.id)}
              className={cn(
                'w-full rounded-md px-2.5 py-2 text-left hover:bg-hover',
                one.id === chosen && 'bg-sunken',
              )}
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate font-medium">{one.name}</span>
                {tally && tally.total > 0 && (
                  <span className="tabular shrink-0 font-semibold text-sm">
                    {formatPercent((tally.assessed / tally.total) * 100)}
                  </span>
                )}
              </span>
              {tally && (
                <>
                  <ResultBar tally={tally} className="my-1.5 h-1.5" />
                  <span className="block text-ink-soft text-sm">
                    {t('audit.derived.answered', {
                      some: formatNumber(tally.assessed),
                      all: formatNumber(tally.total),
                      open: formatNumber(tally.total - tally.assessed),
                    })}
                  </span>
                </>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
