/** How far each section is, what the next implementation group takes, and which evidence is stale. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { staleQuery } from './api'
import { nextGroup, standings } from './model/progress'
import { counts, type Node, nameOf, resultOf } from './model/tree'
import { useCause } from './panel/Stale'
import { ResultBar } from './ResultBar'
import { ResultMark } from './ResultMark'
import { Sunburst } from './Sunburst'
import { useSearchState } from './usePage'
import { useWork } from './work'

const FIRST = 8

export default function Standing() {
  const { t } = useTranslation()
  const { sections, tallies, nodes, choose } = useWork()
  const [, set] = useSearchState()
  const open = (node: Node) => {
    const first = counts(node) ? node : nodes.slice(nodes.indexOf(node), node.end).find(counts)
    if (!first) return
    set({
      tab: undefined,
      group: undefined,
      result: undefined,
      stale: undefined,
      assigned: undefined,
      find: undefined,
      req: first.id,
    })
    choose(first.id)
  }
  const shown = sections.filter(section => (tallies.get(section.id)?.total ?? 0) > 0)
  return (
    <div className="grid gap-x-12 gap-y-8 overflow-y-auto px-5 py-6 lg:px-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-labelledby="sections" className="min-w-0">
        <h2 id="sections" className="mb-3 text-lg">
          {t('audit.sections')}
        </h2>
        <div className="flex items-start gap-8 max-md:flex-col max-md:items-center">
          <Sunburst
            size={220}
            onSection={id => {
              const section = shown.find(one => one.id === id)
              if (section) open(section)
            }}
          />
          <table className="w-full min-w-0 table-fixed text-sm">
            <thead className="text-left text-ink-faint text-xs">
              <tr className="border-line border-b">
                <th className="pb-2 font-medium">{t('audit.section')}</th>
                <th className="w-20 pb-2 text-right font-medium">{t('audit.assessed')}</th>
                <th className="w-16 pb-2 text-right font-medium max-sm:hidden">{t('audit.met')}</th>
                <th className="w-[26%] pb-2 pl-6 font-medium max-sm:hidden">{t('audit.resultsTitle')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(section => {
                const tally = tallies.get(section.id)
                if (!tally) return null
                const met = tally.results.compliant + tally.results.not_applicable
                const name = nameOf(section)
                return (
                  <tr key={section.id} className="border-line border-b hover:bg-hover">
                    <td className="py-2 pr-3">
                      <button
                        type="button"
                        onClick={() => open(section)}
                        title={name}
                        className="block max-w-full break-words rounded-sm text-left underline-offset-3 hover:underline"
                      >
                        {section.ref_id && section.ref_id !== name && (
                          <span className="mr-2 font-semibold">{section.ref_id}</span>
                        )}
                        {name}
                      </button>
                    </td>
                    <td className="tabular text-right text-ink-soft">
                      {t('audit.of', { some: formatNumber(tally.assessed), all: formatNumber(tally.total) })}
                    </td>
                    <td className="tabular text-right max-sm:hidden">
                      {formatPercent((met / tally.total) * 100)}
                    </td>
                    <td className="pl-6 max-sm:hidden">
                      <ResultBar tally={tally} className="h-2" />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </section>
      <div className="flex min-w-0 flex-col gap-8">
        <GroupGap onOpen={open} />
        <StaleEvidence onOpen={open} />
      </div>
    </div>
  )
}

function GroupGap({ onOpen }: { onOpen: (node: Node) => void }) {
  const { t } = useTranslation()
  const { audit, nodes } = useWork()
  const groups = audit.framework.implementation_groups_definition
  const all = useMemo(() => standings(nodes, groups ?? []), [nodes, groups])
  const next = nextGroup(all)
  const name = (group: { ref_id: string; name?: string }) => group.name || group.ref_id
  if (all.every(one => one.total === 0)) return null
  return (
    <section aria-labelledby="groups">
      <h2 id="groups" className="mb-3 text-lg">
        {t('audit.groups')}
      </h2>
      <ul className="flex flex-col gap-3">
        {all
          .filter(one => one.total > 0)
          .map(one => (
            <li key={one.group.ref_id} className="text-sm">
              <div className="mb-1 flex justify-between gap-3">
                <span className={cn('truncate', one === next && 'font-semibold')}>{name(one.group)}</span>
                <span className="tabular shrink-0 text-ink-soft">
                  {t('audit.metOf', { met: formatNumber(one.met), total: formatNumber(one.total) })}
                </span>
              </div>
              <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-track">
                <span
                  className="block h-full bg-accent"
                  style={{ width: `${(one.met / one.total) * 100}%` }}
                />
              </span>
            </li>
          ))}
      </ul>
      {next ? (
        <div className="mt-4">
          <h3 className="font-semibold text-sm">
            {t('audit.missingFor', { count: next.missing.length, group: name(next.group) })}
          </h3>
          <NodeList nodes={next.missing} group={next.group.ref_id} onOpen={onOpen} />
        </div>
      ) : (
        <p className="mt-4 flex items-center gap-2 text-good text-sm">
          <CircleCheck size={16} aria-hidden />
          {t('audit.allGroups')}
        </p>
      )}
    </section>
  )
}

function StaleEvidence({ onOpen }: { onOpen: (node: Node) => void }) {
  const { t } = useTranslation()
  const { audit, nodes } = useWork()
  const stale = nodes.filter(node => counts(node) && node.stale)
  const causes = useQuery({ ...staleQuery(audit.id), enabled: stale.length > 0 }).data
  const say = useCause()
  if (stale.length === 0) return null
  const why = (node: Node) =>
    causes
      ?.get(node.ra_id ?? '')
      ?.map(cause => `${cause.name} ${say(cause)}`)
      .join(' · ')
  return (
    <section aria-labelledby="stale">
      <h2 id="stale" className="mb-1 flex items-center gap-2 text-lg">
        <TriangleAlert size={17} aria-hidden className="text-warn" />
        {t('audit.withStale', { count: stale.length })}
      </h2>
      <p className="text-ink-soft text-sm">{t('audit.staleHelp')}</p>
      <NodeList nodes={stale} stale note={why} onOpen={onOpen} />
    </section>
  )
}

interface NodeListProps {
  nodes: Node[]
  group?: string
  stale?: boolean
  /** What to know about each. */
  note?: (node: Node) => string | undefined
  onOpen: (node: Node) => void
}

/** The first of them, and a way to all. What is out of scope cannot be opened. */
function NodeList({ nodes, group, stale, note, onOpen }: NodeListProps) {
  const { t } = useTranslation()
  const [, set] = useSearchState()
  return (
    <>
      <ul className="mt-1.5 flex flex-col">
        {nodes.slice(0, FIRST).map(node => {
          const face = (
            <>
              <ResultMark result={resultOf(node)} />
              <span className="tabular w-16 shrink-0 truncate text-ink-soft">{node.ref_id}</span>
              <span className="min-w-0 grow">
                <span className="block truncate">{nameOf(node)}</span>
                {note?.(node) && <span className="block text-warn text-xs">{note(node)}</span>}
              </span>
            </>
          )
          return (
            <li key={node.id} className="border-line border-b">
              {counts(node) ? (
                <button
                  type="button"
                  onClick={() => onOpen(node)}
                  title={nameOf(node)}
                  className="flex min-h-9 w-full items-center gap-2 py-1 text-left text-sm hover:bg-hover"
                >
                  {face}
                </button>
              ) : (
                <span className="flex h-9 items-center gap-2 text-sm">
                  {face}
                  <span className="shrink-0 text-ink-faint text-xs">{t('audit.outOfScope')}</span>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {nodes.length > FIRST && nodes.some(counts) && (
        <Button
          look="quiet"
          size="sm"
          className="mt-2 text-accent-text"
          onClick={() => set({ tab: undefined, group, stale: stale ? 'yes' : undefined, result: undefined })}
        >
          {t('audit.showAll', { count: nodes.length })}
        </Button>
      )}
    </>
  )
}
