/** What becomes of what is severe: bands from severities to statuses, and the same numbers in a table. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from '@/api/client'
import { field } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { cn } from '@/ui/cn'
import { Empty, Failed, Loading } from '@/ui/States'
import { useNarrow } from '@/ui/useNarrow'
import { filtersOf } from '../charts/ways'
import { CountTable } from './CountTable'
import { type Flow, layOut, type Node, outline } from './flow'
import { FILLS, severityOf, UNRATED } from './severity'

interface Data {
  links: { source: string; target: string; value: number }[]
}

const flowQuery = (path: string, params: Record<string, string>) =>
  queryOptions({
    queryKey: ['list', path, 'flow', params],
    queryFn: async ({ signal }): Promise<Flow[]> => {
      const { links } = await get<Data>(`${path}/sankey_data/`, params, signal)
      // Nodes are named `severity:4` and `status:fixed`.
      return links.map(link => ({
        severity: link.source.replace(/^severity:/, ''),
        status: link.target.replace(/^status:/, ''),
        value: link.value,
      }))
    },
    staleTime: 15_000,
  })

/** The chart is drawn at its own size, so that its letters are as large as all others. */
const SIZES = {
  wide: { width: 880, height: 380, before: 96, after: 150 },
  narrow: { width: 350, height: 380, before: 84, after: 122 },
}
const NODE = 10

export default function FlowChart({ resource, params }: ListProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const size = useNarrow() ? SIZES.narrow : SIZES.wide
  const found = useQuery(flowQuery(resource.path, params))
  const [severity, status] = [severityOf(resource), field(resource, 'status')]
  if (found.isPending) return <Loading />
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!severity || !status?.choices) return null
  if (found.data.length === 0)
    return (
      <Empty title={t('spread.empty')}>
        <p>{t('spread.emptyHelp')}</p>
      </Empty>
    )
  const keys = (choices: { key: string | number }[]) => choices.map(choice => String(choice.key))
  const drawn = layOut(found.data, keys(severity.choices), keys(status.choices), size.height)
  const names = new Map([
    ...severity.choices.map(
      choice => [`severity:${choice.key}`, labels.choice(resource, severity.field, choice)] as const,
    ),
    ...status.choices.map(
      choice => [`status:${choice.key}`, labels.choice(resource, status, choice)] as const,
    ),
  ])
  const name = (side: 'severity' | 'status', key: string) => names.get(`${side}:${key}`) ?? key
  const [left, right] = [size.before, size.width - size.after]
  const fillOf = (key: string) => {
    const level = severity.levelOf(key)
    return level ? FILLS[level] : UNRATED.fill
  }
  const label = (side: 'severity' | 'status', node: Node) => (
    <text
      key={node.key}
      x={side === 'severity' ? left - 8 : right + 8}
      y={node.y + node.height / 2}
      dominantBaseline="middle"
      textAnchor={side === 'severity' ? 'end' : 'start'}
      className="fill-ink text-xs"
    >
      {name(side, node.key)}
      <tspan dx="6" className="tabular fill-ink-soft">
        {formatNumber(node.value)}
      </tspan>
    </text>
  )
  const total = found.data.reduce((all, flow) => all + flow.value, 0)
  const line = (side: 'severity' | 'status') => (node: Node) => ({
    key: node.key,
    label: name(side, node.key),
    search: { [side]: node.key },
  })
  return (
    <div className="min-h-0 grow overflow-y-auto border-line border-t">
      <div className="flex flex-col gap-6 px-5 py-5 lg:px-8">
        <section aria-labelledby="flow" className="flex flex-col gap-3">
          <h2 id="flow" className="text-base">
            {t('spread.flow')}
          </h2>
          <svg
            viewBox={`0 -8 ${size.width} ${size.height + 16}`}
            role="img"
            aria-label={t('spread.flowOf', { count: total })}
            className="w-full"
            style={{ maxWidth: size.width }}
          >
            {drawn.bands.map(band => (
              <path
                key={`${band.severity} ${band.status}`}
                d={outline(band, left + NODE, right - NODE)}
                className={cn('opacity-60 hover:opacity-90', fillOf(band.severity))}
              >
                <title>
                  {name('severity', band.severity)} → {name('status', band.status)}:{' '}
                  {formatNumber(band.value)}
                </title>
              </path>
            ))}
            {drawn.left.map(node => (
              <rect
                key={node.key}
                x={left}
                y={node.y}
                width={NODE}
                height={Math.max(2, node.height)}
                rx="2"
                className={cn('stroke-line-strong', fillOf(node.key))}
                strokeWidth="0.75"
              />
            ))}
            {drawn.right.map(node => (
              <rect
                key={node.key}
                x={right - NODE}
                y={node.y}
                width={NODE}
                height={Math.max(2, node.height)}
                rx="2"
                className="fill-ink-soft"
              />
            ))}
            {drawn.left.map(node => label('severity', node))}
            {drawn.right.map(node => label('status', node))}
          </svg>
        </section>
        <CountTable
          path={resource.path}
          caption={t('spread.flow')}
          head={labels.field(resource, status)}
          filters={filtersOf(params)}
          lines={drawn.right.map(line('status'))}
          columns={drawn.left.map(line('severity'))}
          count={(to, from) =>
            found.data.find(flow => flow.severity === from && flow.status === to)?.value ?? 0
          }
        />
      </div>
    </div>
  )
}
