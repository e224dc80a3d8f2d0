/** Where records are and how bad they are: a box for each domain, in it one for each severity. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { get } from '@/api/client'
import { type Choice, field } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { to } from '@/resource/address'
import { cn } from '@/ui/cn'
import { Empty, Failed, Loading } from '@/ui/States'
import { useNarrow } from '@/ui/useNarrow'
import { filtersOf } from '../charts/ways'
import { CountTable } from './CountTable'
import { severityOf, TILES, UNRATED } from './severity'
import { type Box, squarify } from './treemap'

interface Data {
  domains: {
    id: string
    name: string
    value: number
    children: {
      severity: number
      value: number
      children: { status: string; value: number }[]
    }[]
  }[]
}

const treemapQuery = (path: string, params: Record<string, string>) =>
  queryOptions({
    queryKey: ['list', path, 'treemap', params],
    queryFn: ({ signal }) => get<Data>(`${path}/treemap_data/`, params, signal),
    staleTime: 15_000,
  })

/** The shape of the chart; its boxes are laid out for it and stretch a little. */
const SHAPES = { wide: { width: 960, height: 420 }, narrow: { width: 350, height: 460 } }
/** Over the boxes of a domain, for its name. */
const HEAD = 26

const place = (box: Box, within: { width: number; height: number }) => ({
  left: `${(box.x / within.width) * 100}%`,
  top: `${(box.y / within.height) * 100}%`,
  width: `${(box.width / within.width) * 100}%`,
  height: `${(box.height / within.height) * 100}%`,
})

export default function Treemap({ resource, params }: ListProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const narrow = useNarrow()
  const found = useQuery(treemapQuery(resource.path, params))
  const severity = severityOf(resource)
  if (found.isPending) return <Loading />
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  const domains = [...found.data.domains].sort((a, b) => b.value - a.value)
  if (!severity) return null
  if (domains.length === 0)
    return (
      <Empty title={t('spread.empty')}>
        <p>{t('spread.emptyHelp')}</p>
      </Empty>
    )
  const filters = filtersOf(params)
  const word = (key: number) => {
    const choice = severity.choices.find(one => one.key === key)
    return choice ? labels.choice(resource, severity.field, choice) : String(key)
  }
  const status = field(resource, 'status')
  const statusWord = (key: string) => {
    const choice = status?.choices?.find((one: Choice) => one.key === key)
    return status && choice ? labels.choice(resource, status, choice) : key
  }
  const shape = narrow ? SHAPES.narrow : SHAPES.wide
  const whole = { x: 0, y: 0, ...shape }
  const boxes = squarify(
    domains.map(domain => domain.value),
    whole,
  )
  const used = severity.choices.filter(choice =>
    domains.some(domain => domain.children.some(one => one.severity === choice.key)),
  )
  return (
    <div className="min-h-0 grow overflow-y-auto border-line border-t">
      <div className="flex flex-col gap-6 px-5 py-5 lg:px-8">
        <section aria-labelledby="treemap" className="flex flex-col gap-3">
          <h2 id="treemap" className="text-base">
            {t('spread.treemap')}
          </h2>
          <ul className="-mx-[3px] relative" style={{ height: shape.height }}>
            {domains.map((domain, at) => {
              const box = boxes[at] as Box
              const inside = { width: box.width, height: Math.max(1, box.height - HEAD) }
              const parts = [...domain.children].sort((a, b) => b.value - a.value)
              const tiles = squarify(
                parts.map(part => part.value),
                { x: 0, y: 0, ...inside },
              )
              return (
                <li key={domain.id} className="absolute p-[3px]" style={place(box, shape)}>
                  <div className="flex h-full flex-col overflow-hidden rounded-md border border-line bg-raised">
                    <p className="flex h-6 shrink-0 items-center gap-1.5 px-1.5 text-xs">
                      <Link
                        to={to.item('folders', domain.id)}
                        title={domain.name}
                        className="min-w-0 truncate rounded-sm font-medium underline-offset-3 hover:underline"
                      >
                        {domain.name}
                      </Link>
                      <span className="tabular ml-auto text-ink-soft">{formatNumber(domain.value)}</span>
                    </p>
                    <ul className="relative min-h-0 grow">
                      {parts.map((part, index) => {
                        const level = severity.levelOf(part.severity)
                        const told = part.children
                          .map(one => `${formatNumber(one.value)} ${statusWord(one.status).toLowerCase()}`)
                          .join(', ')
                        return (
                          <li
                            key={part.severity}
                            className="absolute p-px"
                            style={place(tiles[index] as Box, inside)}
                          >
                            <Link
                              to={to.list(resource.path)}
                              search={
                                { ...filters, folder: domain.id, severity: String(part.severity) } as never
                              }
                              title={`${word(part.severity)}: ${told}`}
                              className={cn(
                                'flex h-full min-h-0 flex-wrap content-start gap-x-1.5 overflow-hidden rounded-sm px-1.5 py-1 text-xs [print-color-adjust:exact] focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ink hover:brightness-95',
                                level ? TILES[level] : UNRATED.tile,
                              )}
                            >
                              <span className="font-medium">{word(part.severity)}</span>
                              <span className="tabular">{formatNumber(part.value)}</span>
                              <span className="sr-only">
                                {domain.name}, {told}
                              </span>
                            </Link>
                          </li>
                        )
                      })}
                    </ul>
                  </div>
                </li>
              )
            })}
          </ul>
        </section>
        <CountTable
          path={resource.path}
          caption={t('spread.treemap')}
          head={t('spread.domain')}
          filters={filters}
          lines={domains.map(domain => ({
            key: domain.id,
            label: domain.name,
            search: { folder: domain.id },
          }))}
          columns={used.map(choice => ({
            key: String(choice.key),
            label: labels.choice(resource, severity.field, choice),
            search: { severity: String(choice.key) },
          }))}
          count={(id, key) =>
            domains.find(domain => domain.id === id)?.children.find(one => String(one.severity) === key)
              ?.value ?? 0
          }
        />
      </div>
    </div>
  )
}
