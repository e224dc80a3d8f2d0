/** Everything that is wrong with a library file that was refused, with the lines. */
import { useTranslation } from '@/i18n/react'
import { Callout } from '@/ui/Callout'
import { problemsIn } from './problems'

/** The rest is shown once these are put right. */
const SHOWN = 100

export function FileProblems({ name, error }: { name: string; error: Error | null }) {
  const { t } = useTranslation()
  const problems = problemsIn(error)
  if (!error) return null
  if (problems.length === 0)
    return (
      <Callout tone="bad" urgent title={t('library.refused', { name })}>
        {error.message}
      </Callout>
    )
  return (
    <section aria-label={t('library.problems', { count: problems.length, name })}>
      <Callout tone="bad" urgent title={t('library.problems', { count: problems.length, name })}>
        {t('library.problemsHelp')}
      </Callout>
      <ol className="mt-3 text-sm">
        {problems.slice(0, SHOWN).map((problem, at) => (
          <li key={at} className="grid gap-x-4 border-line border-t py-2 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
            <span className="tabular font-medium">{problem.place || t('library.wholeFile')}</span>
            <span className="min-w-0 break-words">
              {problem.text}
              {problem.path && (
                <span className="block break-all font-mono text-ink-faint text-xs">{problem.path}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {problems.length > SHOWN && (
        <p className="border-line border-t pt-2 text-ink-soft">
          {t('library.moreProblems', { count: problems.length - SHOWN })}
        </p>
      )}
    </section>
  )
}
