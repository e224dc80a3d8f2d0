/** What a library contains, read from its file: trees, matrices, controls, threats and mappings. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/i18n/format'
import { QUIET } from '@/resource/detail/Section'
import { plain } from '@/resource/value/Value'
import { Failed, Skeleton } from '@/ui/States'
import { MatrixGrid } from '../matrix/MatrixGrid'
import { RequirementBrowser } from '../requirements/RequirementBrowser'
import { spokenIn } from '../requirements/spoken'
import { Text } from '../requirements/Text'
import { asRequirement, contentQuery, type PreviewTree, type Thing, treeQuery } from './api'
import type { Library } from './libraries'
import { counted } from './words'

export default function Contents({ library }: { library: Library }) {
  const { frameworks = 0, ...others } = library.objects_meta
  const rest = Object.values(others).some(count => count > 0)
  return (
    <>
      {frameworks > 0 && <Frameworks library={library} />}
      {rest && <Others library={library} />}
    </>
  )
}

function Frameworks({ library }: { library: Library }) {
  const { t } = useTranslation()
  const tree = useQuery(treeQuery(library.id))
  if (tree.isPending) return <Skeleton className="h-96 w-full" />
  if (!tree.data) return <Failed error={tree.error} retry={() => void tree.refetch()} />
  return tree.data.map(framework => (
    <section key={framework.urn} aria-label={framework.name}>
      <h2 className="pb-3 text-lg">
        {tree.data.length > 1 || framework.name !== library.name ? framework.name : t('framework.heading')}
      </h2>
      <Framework framework={framework} />
    </section>
  ))
}

function Framework({ framework }: { framework: PreviewTree }) {
  const { t } = useTranslation()
  const roots = useMemo(() => framework.nodes.map(asRequirement), [framework])
  const groups = useMemo(() => {
    const named = new Set<string>()
    const visit = (nodes: typeof roots) => {
      for (const node of nodes) {
        for (const group of node.implementation_groups) named.add(group)
        visit(node.children)
      }
    }
    visit(roots)
    return [...named].map(name => ({ ref_id: name, name }))
  }, [roots])
  return (
    <RequirementBrowser
      roots={roots}
      groups={groups}
      panel={node => (
        <>
          {node.description ? (
            <Text text={node.description} />
          ) : (
            <p className="text-ink-soft">{t('framework.noText')}</p>
          )}
          {(node.questions ?? 0) > 0 && (
            <p className="text-ink-soft text-sm">{t('framework.questions', { count: node.questions })}</p>
          )}
          {node.implementation_groups.length > 0 && (
            <p className="text-ink-soft text-sm">
              {t('framework.inGroups', { groups: node.implementation_groups.join(', ') })}
            </p>
          )}
        </>
      )}
    />
  )
}

function Others({ library }: { library: Library }) {
  const { t, i18n } = useTranslation()
  const content = useQuery(contentQuery(library.id))
  if (content.isPending) return <Skeleton className="h-64 w-full" />
  if (!content.data) return <Failed error={content.error} retry={() => void content.refetch()} />
  const {
    risk_matrices = [],
    reference_controls = [],
    threats = [],
    requirement_mapping_sets = [],
  } = content.data
  return (
    <>
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
                <span className="font-medium">{last(set.source_framework_urn)}</span>
                <ArrowRight size={14} aria-hidden className="text-ink-faint" />
                <span className="font-medium">{last(set.target_framework_urn)}</span>
                <span className="ml-auto text-ink-soft">
                  {t('framework.pairs', { count: set.requirement_mappings?.length ?? 0 })}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Things kind="reference_controls" things={reference_controls} />
      <Things kind="threats" things={threats} />
    </>
  )
}

/** The part of a URN that people read. */
export const last = (urn: string | undefined) => urn?.split(':').at(-1) ?? ''

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
