/** What a library contains, read from its file: trees, matrices, controls, threats and mappings. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { QUIET } from '@/resource/detail/Section'
import { plain } from '@/resource/value/Value'
import { Failed, Skeleton } from '@/ui/States'
import { readable } from '../framework/mapping'
import { Scale } from '../framework/Scale'
import { MatrixGrid } from '../matrix/MatrixGrid'
import { RequirementBrowser } from '../requirements/RequirementBrowser'
import { spokenIn } from '../requirements/spoken'
import { Text } from '../requirements/Text'
import { grow } from '../requirements/tree'
import { contentQuery, type FileFramework, type Thing } from './api'
import type { Library } from './libraries'
import { counted } from './words'

export default function Contents({ library }: { library: Library }) {
  const { t, i18n } = useTranslation()
  const content = useQuery(contentQuery(library.id))
  if (content.isPending) return <Skeleton className="h-96 w-full" />
  if (!content.data) return <Failed error={content.error} retry={() => void content.refetch()} />
  const { frameworks = [], risk_matrices = [], requirement_mapping_sets = [] } = content.data
  return (
    <>
      {frameworks.map(framework => (
        <Framework key={framework.urn} framework={framework} />
      ))}
      {risk_matrices.map(matrix => (
        <Part key={matrix.urn} title={spokenIn(matrix, 'name', i18n.language)}>
          <div className="max-w-4xl pt-2">
            <MatrixGrid name={spokenIn(matrix, 'name', i18n.language)} matrix={matrix} brief />
          </div>
        </Part>
      ))}
      {requirement_mapping_sets.length > 0 && (
        <Part title={counted(t, 'requirement_mapping_sets', requirement_mapping_sets.length)}>
          <ul className="text-sm">
            {requirement_mapping_sets.map(set => (
              <li
                key={set.urn}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2.5"
              >
                <span className="font-medium">{readable(set.source_framework_urn ?? '')}</span>
                <ArrowRight size={14} aria-hidden className="text-ink-faint" />
                <span className="font-medium">{readable(set.target_framework_urn ?? '')}</span>
                <span className="ml-auto text-ink-soft">
                  {t('framework.pairs', { count: set.requirement_mappings?.length ?? 0 })}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Things kind="reference_controls" things={content.data.reference_controls ?? []} />
      <Things kind="threats" things={content.data.threats ?? []} />
    </>
  )
}

/** A framework as its file has it: before loading nothing has an id, so the URN stands for it. */
function Framework({ framework }: { framework: FileFramework }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const name = spokenIn(framework, 'name', language)
  const nodes = useMemo(() => new Map(framework.requirement_nodes.map(node => [node.urn, node])), [framework])
  const roots = useMemo(
    () =>
      grow(
        framework.requirement_nodes.map(node => ({
          id: node.urn,
          urn: node.urn,
          parent_urn: node.parent_urn ?? null,
          ref_id: node.ref_id ?? null,
          name: spokenIn(node, 'name', language) || null,
          description: spokenIn(node, 'description', language) || null,
          assessable: node.assessable,
          implementation_groups: node.implementation_groups ?? [],
          questions: node.questions?.length ?? 0,
        })),
      ),
    [framework, language],
  )
  const groups = (framework.implementation_groups_definition ?? []).map(group => ({
    ref_id: group.ref_id,
    name: spokenIn(group, 'name', language) || group.ref_id,
    description: spokenIn(group, 'description', language),
  }))
  return (
    <section aria-label={name} className="flex flex-col gap-4">
      <h2 className="text-lg">{name}</h2>
      <Scale
        min={framework.min_score ?? 0}
        max={framework.max_score ?? 100}
        steps={framework.scores_definition?.scale ?? []}
      />
      <RequirementBrowser
        roots={roots}
        groups={groups}
        panel={node => {
          const file = nodes.get(node.id)
          const [guidance, evidence] = ['annotation', 'typical_evidence'].map(
            field => file && spokenIn(file, field, language),
          )
          return (
            <>
              {node.description && <Text text={node.description} />}
              {guidance && <Text text={guidance} />}
              {evidence && (
                <div>
                  <h3 className="pb-1 text-base">{t('framework.evidence')}</h3>
                  <Text text={evidence} />
                </div>
              )}
              {!node.description && !guidance && !evidence && node.children.length === 0 && (
                <p className="text-ink-soft">{t('framework.noText')}</p>
              )}
              {(node.questions ?? 0) > 0 && (
                <p className="text-ink-soft text-sm">{t('framework.questions', { count: node.questions })}</p>
              )}
            </>
          )
        }}
      />
    </section>
  )
}

const FIRST = 12

function Things({ kind, things }: { kind: string; things: Thing[] }) {
  const { t, i18n } = useTranslation()
  const [all, setAll] = useState(false)
  if (things.length === 0) return null
  return (
    <Part title={counted(t, kind, things.length)}>
      <ul className="grid gap-x-8 text-sm lg:grid-cols-2">
        {things.slice(0, all ? undefined : FIRST).map(thing => (
          <li key={thing.urn} className="flex gap-3 border-line border-t py-2">
            {thing.ref_id && (
              <span className="tabular w-20 shrink-0 break-words text-ink-soft">{thing.ref_id}</span>
            )}
            <span className="min-w-0">
              <span className="font-medium">{spokenIn(thing, 'name', i18n.language) || thing.ref_id}</span>
              <span className="line-clamp-2 text-ink-soft">
                {plain(spokenIn(thing, 'description', i18n.language))}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {things.length > FIRST && !all && (
        <button type="button" className={QUIET} onClick={() => setAll(true)}>
          {t('library.showEvery', { number: formatNumber(things.length) })}
        </button>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="pb-1.5 text-lg">{title}</h2>
      {children}
    </section>
  )
}
