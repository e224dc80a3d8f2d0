/** The page of a framework: what it is, how it is scored, and its requirements. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isRef } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Failed, Skeleton } from '@/ui/States'
import type { DetailProps } from '../index'
import { RequirementBrowser } from '../requirements/RequirementBrowser'
import { spokenIn, type Translations } from '../requirements/spoken'
import { Text } from '../requirements/Text'
import { requirementsQuery } from './api'
import { Coverage } from './Coverage'
import { RequirementText } from './RequirementText'
import { Scale, type ScoreStep } from './Scale'

interface Group extends Record<string, unknown> {
  ref_id: string
  name?: string | null
  description?: string | null
  translations?: Translations
}

export default function FrameworkOverview({ row }: DetailProps) {
  const { t, i18n } = useTranslation()
  const tree = useQuery(requirementsQuery(row.id))
  const groups = ((row.implementation_groups_definition ?? []) as Group[]).map(group => ({
    ref_id: group.ref_id,
    name: spokenIn(group, 'name', i18n.language) || group.ref_id,
    description: spokenIn(group, 'description', i18n.language),
  }))
  const library = useQuery({
    ...itemQuery('loaded-libraries', isRef(row.library) ? row.library.id : ''),
    enabled: isRef(row.library),
  }).data
  const scores = row.scores_definition as { scale?: ScoreStep[] } | null
  const description = typeof row.description === 'string' ? row.description : ''
  const annotation = typeof row.annotation === 'string' ? row.annotation : ''
  return (
    <div className="flex max-w-[100rem] flex-col gap-6 px-5 pt-5 pb-10 lg:px-8">
      {(description || annotation || isRef(row.library)) && (
        <div className="flex max-w-[66ch] flex-col gap-2">
          {description && <Text text={description} />}
          {annotation && <Text text={annotation} />}
          {isRef(row.library) && (
            <p className="text-ink-soft text-sm">
              {t('framework.from')}{' '}
              <Link
                to={to.item('loaded-libraries', row.library.id)}
                className="rounded-sm text-accent-text underline underline-offset-3"
              >
                {row.library.str}
              </Link>
              {library && `, ${t('framework.version', { version: library.version })}`}
            </p>
          )}
        </div>
      )}
      <Scale
        min={Number(row.min_score)}
        max={Number(row.max_score)}
        steps={Array.isArray(scores?.scale) ? scores.scale : []}
      />
      <Coverage framework={row.id} />
      <section aria-label={t('framework.heading')}>
        <h2 className="pb-3 text-lg">{t('framework.heading')}</h2>
        {tree.isPending && <Skeleton className="h-96 w-full" />}
        {tree.error && <Failed error={tree.error} retry={() => void tree.refetch()} />}
        {tree.data && (
          <RequirementBrowser
            roots={tree.data}
            groups={groups}
            panel={node => <RequirementText key={node.id} node={node} groups={groups} />}
          />
        )}
      </section>
    </div>
  )
}
