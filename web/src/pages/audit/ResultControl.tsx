/** The five results as buttons: with words where a requirement is open, as marks where the mouse is. */
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { RESULTS, type Result } from './model/tree'
import { ResultMark, useResultWords } from './ResultMark'

const CHOSEN: Record<Result, string> = {
  compliant: 'bg-good-soft text-good ring-good/40',
  partially_compliant: 'bg-warn-soft text-warn ring-warn/40',
  non_compliant: 'bg-bad-soft text-bad ring-bad/40',
  not_applicable: 'bg-sunken text-ink ring-line-strong/40',
  not_assessed: 'bg-sunken text-ink-soft ring-line-strong/40',
}

interface Props {
  result: Result
  onSet: (result: Result) => void
  /** Marks alone, for the line under the mouse; the keyboard has the open one. */
  marks?: boolean
  large?: boolean
  keys?: boolean
}

export function ResultControl({ result, onSet, marks, large, keys }: Props) {
  const { t } = useTranslation()
  const words = useResultWords()
  return (
    <div
      role="group"
      aria-label={t('audit.result')}
      className={cn(
        'flex shrink-0 rounded-md border border-line bg-surface p-0.5',
        marks ? 'w-34 justify-between bg-raised' : 'max-sm:w-full',
        large && 'gap-1 p-1 max-sm:flex-wrap',
      )}
    >
      {RESULTS.map((one, at) => {
        const chosen = one === result
        return (
          <button
            key={one}
            type="button"
            aria-pressed={chosen}
            aria-label={marks ? words.full(one) : undefined}
            title={words.full(one)}
            tabIndex={marks ? -1 : undefined}
            onClick={event => {
              event.stopPropagation()
              onSet(one)
            }}
            className={cn(
              'inline-flex items-center justify-center gap-1.5 rounded-[5px] font-medium text-ink-soft text-sm transition-colors hover:bg-hover hover:text-ink',
              marks ? 'h-6 w-6' : 'h-7 px-1.5 max-sm:h-11 max-sm:grow sm:max-2xl:px-1',
              large && 'h-11 gap-2 px-3.5 text-base',
              chosen && `${CHOSEN[one]} ${marks ? '' : 'ring-1 ring-inset max-sm:grow-[2]'}`,
            )}
          >
            <ResultMark result={one} size={large ? 18 : 16} />
            {!marks && (
              <span className={cn('whitespace-nowrap', !chosen && !large && 'max-sm:sr-only')}>
                {words.button(one)}
              </span>
            )}
            {keys && (
              <kbd
                aria-hidden
                className="min-w-3.5 rounded-[3px] border border-line bg-raised px-0.5 text-center font-sans text-[0.625rem] text-ink-soft leading-3.5 max-xl:hidden"
              >
                {at + 1}
              </kbd>
            )}
          </button>
        )
      })}
    </div>
  )
}
