/** Rules to start from. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Skeleton } from '@/ui/States'
import { examplesQuery, RULES } from './api'

export function Examples() {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const examples = useQuery(examplesQuery)
  // Of what one may not see, one could not make a rule.
  const usable = (examples.data ?? [])
    .map((example, at) => ({ example, at }))
    .filter(({ example }) => example.resource in model.resources)
  if (examples.isPending) return <Skeleton className="h-40 w-full" />
  if (usable.length === 0) return null
  return (
    <ul aria-label={t('rules.examples')} className="grid gap-2.5 sm:grid-cols-2">
      {usable.map(({ example, at }) => (
        <li key={example.name}>
          <Link
            to={to.create(RULES)}
            search={{ example: String(at) } as never}
            className="flex h-full flex-col gap-1 rounded-lg border border-line bg-raised p-3.5 hover:border-line-strong"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{example.name}</span>
              <span className="text-ink-faint text-xs">
                {labels.plural(model.resources[example.resource] as never)}
              </span>
            </span>
            <span className="text-pretty text-ink-soft text-sm">{example.description}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
