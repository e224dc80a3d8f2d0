/** One requirement at a time, large enough for a room: for workshops. */
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useEffect } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { useEscape } from '@/shell/keys/useEscape'
import { usePageTitle } from '@/shell/title'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'
import { SavedAt } from './KeysBar'
import { nextOpen, step } from './model/moves'
import { counts, nameOf, resultOf } from './model/tree'
import { AskedAbout, PanelBody } from './panel/Panel'
import { Texts } from './panel/Texts'
import { ResultBar } from './ResultBar'
import { ResultControl } from './ResultControl'
import { ResultWord } from './ResultMark'
import { ScoreControl } from './ScoreControl'
import { rangeOf, useWork } from './work'

interface Props {
  onMove: (by: 1 | -1) => void
  onClose: () => void
}

export function OneByOne({ onMove, onClose }: Props) {
  const { t } = useTranslation()
  const work = useWork()
  const { audit, shown, chosen, choose, total, editable, scored, byId } = work
  usePageTitle(audit.name)
  useEscape(true, onClose)
  useEffect(() => {
    if (!chosen) choose(nextOpen(shown, null) ?? step(shown, null, 1))
  }, [chosen, choose, shown])
  const own = shown.filter(counts)
  const at = own.findIndex(node => node.id === chosen?.id)
  const above = chosen?.parent ? byId.get(chosen.parent) : undefined
  return (
    // On a phone the page scrolls as a whole, and the buttons stay at its foot.
    <div className="flex grow flex-col lg:min-h-0">
      <header className="flex items-center gap-3 border-line border-b px-5 py-2.5 lg:px-8">
        <h1 className="min-w-0 truncate font-semibold text-base">{audit.name}</h1>
        <span className="tabular ml-auto shrink-0 text-ink-soft text-sm">
          {at >= 0 && t('audit.nth', { at: formatNumber(at + 1), all: formatNumber(own.length) })}
        </span>
        <ResultBar tally={total} className="h-1.5 w-40 shrink-0 max-sm:hidden" />
        <Button look="quiet" size="sm" icon={<X size={17} />} label={t('audit.leaveOne')} onClick={onClose} />
      </header>
      {chosen ? (
        <div className="flex grow flex-col lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_25rem]">
          <section
            className="flex flex-col px-5 py-6 lg:min-h-0 lg:overflow-y-auto lg:px-16 lg:py-10"
            aria-live="polite"
          >
            <p className="text-ink-soft">
              {[chosen.ref_id, above && nameOf(above)].filter(Boolean).join(' · ')}
            </p>
            <h2 className="mt-1 max-w-[40ch] text-2xl lg:text-[2rem] lg:leading-10">{nameOf(chosen)}</h2>
            <Texts key={chosen.id} node={chosen} large />
            <div className="max-w-[66ch]">
              <AskedAbout node={chosen} large />
            </div>
          </section>
          <aside data-panel className="flex flex-col border-line lg:min-h-0 lg:border-l">
            <PanelBody key={chosen.id} node={chosen} bare />
          </aside>
        </div>
      ) : (
        <Empty title={t('audit.noneFound')} />
      )}
      <footer className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-bg px-5 py-3 lg:px-8">
        <Button
          className="h-11"
          icon={<ArrowLeft size={16} aria-hidden />}
          disabled={at <= 0}
          onClick={() => onMove(-1)}
        >
          {t('audit.previousShort')}
        </Button>
        {chosen && chosen.result !== null && (
          <div className="flex flex-wrap items-center justify-center gap-3 max-lg:order-first max-lg:basis-full">
            {editable ? (
              <ResultControl
                large
                result={resultOf(chosen)}
                onSet={result => work.setResult(chosen, result)}
              />
            ) : (
              <ResultWord result={resultOf(chosen)} />
            )}
            {editable && scored && (
              <ScoreControl
                large
                score={chosen.is_scored ? chosen.score : null}
                {...rangeOf(chosen, audit)}
                onSet={score => work.setScore(chosen, score)}
              />
            )}
          </div>
        )}
        <span className="flex items-center gap-3">
          <span className="text-ink-faint text-xs max-lg:hidden">
            <SavedAt />
          </span>
          <Button className="h-11" disabled={at < 0 || at === own.length - 1} onClick={() => onMove(1)}>
            {t('audit.nextShort')}
            <ArrowRight size={16} aria-hidden />
          </Button>
        </span>
      </footer>
    </div>
  )
}
