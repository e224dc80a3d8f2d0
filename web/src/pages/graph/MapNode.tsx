import { Link } from '@tanstack/react-router'
import { Crosshair, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import type { Since } from '@/resource/past/useSince'
import { cn } from '@/ui/cn'
import type { AssetNode } from './assets'
import { NODE, type Place } from './layout'
import type { Trouble } from './useFindings'

interface Props {
  node: AssetNode
  place: Place
  trouble?: Trouble
  since?: Since
  chosen: boolean
  outside: boolean
  faded: boolean
  tabbable: boolean
  onLight: (id: string | null) => void
  onActive: (id: string) => void
  onFocus: (id: string) => void
}

/** The mark of a changed value, drawn around a place on the map. */
export const MARKED = {
  changed: 'border-l-4 border-l-info bg-info-soft',
  deleted: 'border-l-4 border-l-bad bg-bad-soft line-through',
}

export const MapNode = memo((props: Props) => {
  const { node, place, trouble, since, chosen, outside, faded, tabbable, onLight, onActive, onFocus } = props
  const { t } = useTranslation()
  const where = node.domain.split('/').at(-1)
  const words = [
    t(node.primary ? 'graph.primary' : 'graph.support'),
    where,
    trouble && t('graph.findings', { count: trouble.count }),
    outside && t('graph.outside'),
  ].filter(Boolean)
  return (
    <li
      data-asset={node.id}
      data-changed={since ? true : undefined}
      className={cn('group absolute transition-opacity', faded && 'opacity-25')}
      style={{ left: place.x, top: place.y, width: NODE.width, height: NODE.height }}
      onMouseEnter={() => onLight(node.id)}
      onFocus={() => {
        onLight(node.id)
        onActive(node.id)
      }}
      onBlur={() => onLight(null)}
    >
      <Link
        to={to.item('assets', node.id)}
        tabIndex={tabbable ? 0 : -1}
        draggable={false}
        aria-keyshortcuts="F"
        title={[node.name, words.join(' · '), ...(since?.lines ?? [])].join('\n')}
        className={cn(
          'flex h-full items-center gap-2 rounded-md border px-2.5 text-sm shadow-sm transition-colors hover:border-accent',
          node.primary
            ? 'border-accent/50 bg-accent-soft font-semibold text-accent-text'
            : 'border-line bg-raised text-ink',
          outside && 'border-line-strong border-dashed shadow-none',
          since && MARKED[since.deleted ? 'deleted' : 'changed'],
          chosen && 'border-accent ring-2 ring-accent',
        )}
      >
        <span className="min-w-0 grow truncate">{node.name}</span>
        <span className="sr-only">, {[...words, ...(since?.lines ?? [])].join(', ')}</span>
        {trouble && (
          <span
            aria-hidden
            className={cn(
              'inline-flex shrink-0 items-center gap-0.5 rounded-full px-1.5 py-px font-semibold text-xs',
              trouble.severity >= 3 ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
            )}
          >
            <TriangleAlert size={11} />
            {trouble.count}
          </span>
        )}
      </Link>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('graph.focusOn', { name: node.name })}
        title={t('graph.focusOn', { name: node.name })}
        onClick={() => onFocus(node.id)}
        className="absolute top-1 right-1 hidden size-6.5 place-items-center rounded-md border border-line bg-raised text-ink-soft hover:text-ink group-focus-within:grid group-hover:grid"
      >
        <Crosshair size={14} />
      </button>
    </li>
  )
})
