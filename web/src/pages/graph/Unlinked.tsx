/** Assets without links: they support nothing and nothing supports them. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import type { Since } from '@/resource/past/useSince'
import { cn } from '@/ui/cn'
import type { AssetNode } from './assets'
import { MARKED } from './MapNode'

const SHOWN = 120

interface Props {
  nodes: AssetNode[]
  since: ReadonlyMap<string, Since>
}

export function Unlinked({ nodes, since }: Props) {
  const { t } = useTranslation()
  const sorted = [...nodes].sort(
    (a, b) =>
      Number(b.primary) - Number(a.primary) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
  const more = sorted.length - SHOWN
  return (
    <section aria-labelledby="unlinked" className="sticky left-0 max-w-full px-8 pt-4 pb-16">
      <h2 id="unlinked" className="font-semibold text-base">
        {t('graph.unlinked', { count: nodes.length })}
      </h2>
      <p className="mb-3 text-ink-soft">{t('graph.unlinkedHelp')}</p>
      <ul className="flex flex-wrap gap-1.5">
        {sorted.slice(0, SHOWN).map(node => {
          const became = since.get(node.id)
          return (
            <li key={node.id} data-changed={became ? true : undefined} className="max-w-72">
              <Link
                to={to.item('assets', node.id)}
                title={[node.name, ...(became?.lines ?? [])].join('\n')}
                className={cn(
                  'block truncate rounded-md border px-2.5 py-1 text-sm hover:border-accent',
                  node.primary
                    ? 'border-accent/50 bg-accent-soft font-semibold text-accent-text'
                    : 'border-line bg-raised',
                  became && MARKED[became.deleted ? 'deleted' : 'changed'],
                )}
              >
                {node.name}
                {became && <span className="sr-only">, {became.lines.join(', ')}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className="mt-2 text-ink-soft text-sm">{t('remove.andMore', { count: more })}</p>}
    </section>
  )
}
