/** A requirement in the list. The open one has its controls, the one under the mouse its marks. */
import { ChevronRight, MessageSquare, Paperclip, ShieldCheck, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Assignment } from './assign/model'
import { Who } from './assign/Who'
import { type Node, nameOf, type Result, resultOf } from './model/tree'
import { ResultControl } from './ResultControl'
import { ResultMark, ResultWord, useResultWords } from './ResultMark'
import { ScoreControl } from './ScoreControl'
import { Tick } from './Tick'

interface Props {
  node: Node
  indent: number
  chosen: boolean
  folded: boolean
  editable: boolean
  scored: boolean
  min: number
  max: number
  onChoose: (id: string) => void
  onFold: (id: string) => void
  onResult: (node: Node, result: Result) => void
  onScore: (node: Node, score: number | null) => void
  selecting: boolean
  selected: boolean
  /** Who answers it, or null for nobody; left out where nobody is asked. */
  who?: Assignment | null
  onAssign?: (rows: string[]) => void
  onSelect: (node: Node, on: boolean, range: boolean) => void
  /** On a phone, what opens the panel. */
  more?: ReactNode
}

export const RequirementLine = memo(function RequirementLine(props: Props) {
  const { node, indent, chosen, editable, scored, min, max, onChoose, onResult, onScore, more } = props
  const { t } = useTranslation()
  const words = useResultWords()
  const result = resultOf(node)
  const hidden = node.result === null
  // Five buttons in each of thirty lines would take longer to draw than all the rest.
  const [pointed, setPointed] = useState(false)
  return (
    <div
      onClick={() => onChoose(node.id)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      className={cn(
        'group/line relative cursor-default border-line border-b px-4 text-sm',
        chosen ? 'bg-accent-soft py-2 shadow-[inset_3px_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      {node.isBranch && (
        <span className={cn('absolute left-px', chosen ? 'top-2.5' : 'top-1.5 max-sm:top-3')}>
          <FoldButton narrow node={node} folded={props.folded} onFold={props.onFold} />
        </span>
      )}
      <div
        className={cn('flex items-center gap-2.5 max-sm:gap-2', chosen ? 'min-h-7' : 'h-8.75 max-sm:h-12')}
      >
        {props.selecting && (
          <Tick
            label={t('audit.select', { name: node.ref_id || nameOf(node) })}
            state={props.selected ? 'all' : 'none'}
            onTick={(on, range) => props.onSelect(node, on, range)}
          />
        )}
        <span
          className={cn(
            'tabular w-18 shrink-0 truncate',
            chosen ? 'font-semibold text-accent-text' : indent > 0 ? 'text-ink-soft' : 'font-medium',
            indent > 0 && 'sm:pl-2.5',
          )}
          title={node.ref_id ?? undefined}
        >
          {node.ref_id}
        </span>
        <button
          type="button"
          data-line={node.id}
          tabIndex={chosen ? 0 : -1}
          aria-current={chosen || undefined}
          title={nameOf(node)}
          className={cn(
            'min-w-0 grow truncate rounded-sm text-left',
            (indent === 0 || chosen) && 'font-medium',
            node.is_retired && 'text-ink-soft line-through',
          )}
        >
          {nameOf(node)}
          {!hidden && <span className="sr-only">, {words.full(result)}</span>}
        </button>
        {node.stale && (
          <span
            className="inline-flex shrink-0 items-center gap-1 font-medium text-warn text-xs"
            title={t('audit.staleHelp')}
          >
            <TriangleAlert size={14} aria-hidden />
            <span className={cn(!chosen && 'sr-only')}>{t('audit.stale')}</span>
          </span>
        )}
        <span className="flex shrink-0 max-lg:hidden">
          <Count
            icon={<MessageSquare size={13} aria-hidden />}
            count={node.comments}
            label={t('audit.comments')}
          />
          <Count
            icon={<Paperclip size={13} aria-hidden />}
            count={node.evidences}
            label={t('audit.evidence')}
          />
          <Count
            icon={<ShieldCheck size={13} aria-hidden />}
            count={node.controls}
            label={t('audit.controls')}
          />
        </span>
        {!chosen && scored && (
          <span className="tabular w-10 shrink-0 text-right max-lg:hidden">
            {node.is_scored && node.score !== null ? (
              <>
                <span className="font-semibold">{formatNumber(node.score)}</span>
                <span className="text-ink-faint text-xs">/{formatNumber(max)}</span>
              </>
            ) : (
              <span className="text-ink-faint">–</span>
            )}
          </span>
        )}
        {!chosen && !hidden && (
          <>
            <span className="shrink-0 sm:hidden">
              <ResultMark result={result} size={18} />
            </span>
            <span
              className={cn(
                'w-34 shrink-0 pl-2 max-sm:hidden',
                editable && 'pointer-fine:group-hover/line:hidden',
              )}
            >
              <ResultWord result={result} short />
            </span>
            {editable && pointed && (
              <span className="hidden sm:pointer-fine:group-hover/line:block">
                <ResultControl marks result={result} onSet={value => onResult(node, value)} />
              </span>
            )}
          </>
        )}
        {props.who !== undefined && (
          <Who assignment={props.who} node={node} onAssign={props.onAssign} chosen={chosen} />
        )}
      </div>
      {chosen && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {editable ? (
            <>
              {!hidden && <ResultControl keys result={result} onSet={value => onResult(node, value)} />}
              {scored && (
                <ScoreControl
                  score={node.is_scored ? node.score : null}
                  min={min}
                  max={max}
                  onSet={value => onScore(node, value)}
                />
              )}
            </>
          ) : (
            !hidden && <ResultWord result={result} />
          )}
          {more}
        </div>
      )}
    </div>
  )
})

export function FoldButton({
  node,
  folded,
  onFold,
  narrow,
}: {
  node: Node
  folded: boolean
  onFold: (id: string) => void
  /** For the margin of a line. */
  narrow?: boolean
}) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={!folded}
      aria-label={t(folded ? 'audit.unfold' : 'audit.fold', { name: node.ref_id || nameOf(node) })}
      onClick={event => {
        event.stopPropagation()
        onFold(node.id)
      }}
      className={cn(
        'grid h-6 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-sunken hover:text-ink',
        narrow ? 'w-4' : '-ml-2 w-6',
      )}
    >
      <ChevronRight size={14} aria-hidden className={cn('transition-transform', !folded && 'rotate-90')} />
    </button>
  )
}

function Count({ icon, count, label }: { icon: ReactNode; count: number; label: string }) {
  // The name needs the room more than a nought does.
  if (count === 0) return null
  return (
    <span
      className="tabular ml-2 inline-flex items-center gap-0.5 text-ink-faint text-xs"
      title={`${label}: ${count}`}
    >
      {icon}
      <span className="sr-only">{label}: </span>
      {count}
    </span>
  )
}
