/** A result by its shape, its colour and its word; the shape alone tells results apart. */
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Result } from './model/tree'

const SHAPES: Record<Result, React.ReactNode> = {
  compliant: (
    <>
      <circle cx="8" cy="8" r="7" className="fill-done" />
      <path d="m5 8.2 2.1 2.1L11 6.2" className="fill-none stroke-raised" strokeWidth="1.7" />
    </>
  ),
  partially_compliant: (
    <>
      <circle cx="8" cy="8" r="6.1" className="fill-none stroke-partly" strokeWidth="1.8" />
      <path d="M8 3.6a4.4 4.4 0 0 0 0 8.8z" className="fill-partly" />
    </>
  ),
  non_compliant: (
    <>
      <path d="M8 .8 15.2 8 8 15.2.8 8z" className="fill-failed stroke-failed" strokeWidth="1" />
      <path d="m6 6 4 4m0-4-4 4" className="stroke-raised" strokeWidth="1.6" />
    </>
  ),
  not_applicable: (
    <>
      <circle cx="8" cy="8" r="6.1" className="fill-none stroke-apart" strokeWidth="1.8" />
      <path d="M5.2 8h5.6" className="stroke-apart" strokeWidth="1.8" />
    </>
  ),
  not_assessed: (
    <circle
      cx="8"
      cy="8"
      r="6.1"
      className="fill-none stroke-line-strong"
      strokeWidth="1.5"
      strokeDasharray="2.4 2.4"
    />
  ),
}

/** The word stands beside it, or is the name of the button that it is on. */
export function ResultMark({ result, size = 16 }: { result: Result; size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
      aria-hidden
    >
      {SHAPES[result]}
    </svg>
  )
}

export const FILLS: Record<Result, string> = {
  compliant: 'bg-done',
  partially_compliant: 'bg-partly',
  non_compliant: 'bg-failed hatched',
  not_applicable: 'bg-apart',
  not_assessed: 'bg-track',
}

export function useResultWords() {
  const { t } = useTranslation()
  return {
    full: (result: Result) => t(`audit.results.${result}`),
    /** After a number. */
    counted: (result: Result, count: number) => t(`audit.counted.${result}`, { count }),
    /** In a row with little room. */
    short: (result: Result) => t(`audit.short.${result}`),
    /** On the button that sets it. */
    button: (result: Result) =>
      result === 'not_assessed'
        ? t('audit.clear')
        : result === 'not_applicable'
          ? t('audit.notApplicable')
          : t(`audit.short.${result}`),
  }
}

export function ResultWord({ result, short }: { result: Result; short?: boolean }) {
  const words = useResultWords()
  return (
    <span className={cn('flex min-w-0 items-center gap-2', result === 'not_assessed' && 'text-ink-faint')}>
      <ResultMark result={result} />
      <span className="truncate">{short ? words.short(result) : words.full(result)}</span>
    </span>
  )
}
