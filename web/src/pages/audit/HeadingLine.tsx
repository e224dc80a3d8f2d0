/** A heading of the framework in the list, with the progress of what lies under it. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Tally } from './model/progress'
import { type Node, nameOf } from './model/tree'
import { FoldButton } from './RequirementLine'
import { ResultBar } from './ResultBar'
import { Tick } from './Tick'

interface Props {
  node: Node
  top: boolean
  folded: boolean
  tally?: Tally
  onFold: (id: string) => void
  /** How much under it is ticked, while lines have boxes. */
  selected?: 'all' | 'some' | 'none'
  onSelect?: (on: boolean) => void
}

export function HeadingLine({ node, top, folded, tally, onFold, selected, onSelect }: Props) {
  const { t } = useTranslation()
  const name = nameOf(node)
  return (
    <div
      className={cn(
        'flex h-9 items-center gap-2.5 border-line border-b px-4 text-sm',
        top ? 'bg-bg font-semibold' : 'bg-surface font-medium text-ink-soft',
      )}
    >
      <span className="flex min-w-0 grow items-center gap-2">
        <FoldButton node={node} folded={folded} onFold={onFold} />
        {selected && onSelect && (
          <Tick label={t('audit.select', { name: node.ref_id || name })} state={selected} onTick={onSelect} />
        )}
        {node.ref_id && node.ref_id !== name && <span className="tabular shrink-0">{node.ref_id}</span>}
        <span className="truncate" title={name}>
          {name}
        </span>
      </span>
      {tally && (
        <>
          <span className="tabular shrink-0 font-medium text-ink-soft text-xs">
            {t('audit.of', { some: formatNumber(tally.assessed), all: formatNumber(tally.total) })}
          </span>
          <ResultBar tally={tally} className="h-1.5 w-24 shrink-0" />
        </>
      )}
    </div>
  )
}
