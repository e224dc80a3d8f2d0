/** What has to be put right before the draft can be published, each line leading to its object. */
import { ChevronRight, CircleAlert } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { useDrafting, useOpened } from './drafting'
import type { Finding, Problem } from './model/problems'

/** The rest shows once these are put right. */
const SHOWN = 50

export function Checks({ notes }: { notes: Finding[] }) {
  const { t } = useTranslation()
  const { problems } = useDrafting()
  if (problems.length === 0 && notes.length === 0) return null
  return (
    <div className="flex flex-col gap-1 text-sm">
      {problems.length > 0 && (
        <details className="group rounded-lg bg-bad-soft px-4 py-2.5">
          <summary className="flex cursor-default list-none items-center gap-2 rounded-sm">
            <CircleAlert size={16} aria-hidden className="shrink-0 text-bad" />
            <span className="grow font-semibold">{t('draft.problems', { count: problems.length })}</span>
            <ChevronRight
              size={15}
              aria-hidden
              className="text-ink-faint transition-transform group-open:rotate-90"
            />
          </summary>
          <ul className="mt-1.5 max-h-56 overflow-y-auto">
            {problems.slice(0, SHOWN).map((problem, at) => (
              <li key={at} className="flex gap-3 py-1">
                <Place problem={problem} />
                <span className="min-w-0 break-words">{problem.message}</span>
              </li>
            ))}
          </ul>
          {problems.length > SHOWN && (
            <p className="text-ink-soft">{t('draft.moreProblems', { count: problems.length - SHOWN })}</p>
          )}
        </details>
      )}
      {notes.length > 0 && (
        <details className="group text-ink-soft">
          <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-sm">
            <ChevronRight size={14} aria-hidden className="transition-transform group-open:rotate-90" />
            {t('draft.notes', { count: notes.length })}
          </summary>
          <ul className="max-h-40 overflow-y-auto pl-5">
            {notes.slice(0, SHOWN).map((note, at) => (
              <li key={at} className="break-words py-0.5">
                {note.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** The object by the name that people know it by. */
function Place({ problem }: { problem: Problem }) {
  const { t } = useTranslation()
  const { content } = useDrafting()
  const [, open] = useOpened()
  const { kind, framework, urn } = problem
  if (!urn || !kind) return <span className="w-28 shrink-0 truncate text-ink-soft">{t('draft.library')}</span>
  const list = framework
    ? [
        ...(content.frameworks ?? []),
        ...(content.frameworks?.find(one => one.urn === framework)?.requirement_nodes ?? []),
      ]
    : Array.isArray(content[kind])
      ? (content[kind] as { urn: string; ref_id?: string | null; name?: string | null }[])
      : []
  const object = list.find(one => one.urn === urn)
  const name = object?.ref_id || object?.name || urn.split(':').at(-1)
  const tab = framework ?? (kind === 'reference_controls' || kind === 'threats' ? kind : null)
  if (!tab) return <span className="w-28 shrink-0 truncate text-ink-soft">{name}</span>
  return (
    <button
      type="button"
      onClick={() => open(urn === framework ? null : urn, tab)}
      className="w-28 shrink-0 truncate rounded-sm text-left font-medium text-accent-text underline-offset-3 hover:underline"
    >
      {name}
    </button>
  )
}
