/** A requirement in full beside the list: its text, what is said about it, and what proves it. */
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { itemQuery } from '@/api/objects'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { Activity } from '@/resource/detail/Activity'
import { useConversation } from '@/resource/detail/comments'
import { Button } from '@/ui/Button'
import { Failed, Skeleton } from '@/ui/States'
import { ROWS } from '../api'
import { AssignedTo } from '../assign/AssignedTo'
import { type Node, nameOf } from '../model/tree'
import { useWork } from '../work'
import { Controls } from './Controls'
import { Evidence } from './Evidence'
import { Observation } from './Observation'
import { RowFields } from './RowFields'
import { Stale } from './Stale'
import { Texts } from './Texts'

const Questions = lazy(withWords('questions', () => import('@/questions/Questions')))

interface Props {
  node: Node
  onMove: (by: 1 | -1) => void
  onClose: () => void
}

export function Panel({ node, onMove, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <aside
      data-panel
      aria-label={`${node.ref_id ?? ''} ${nameOf(node)}`.trim()}
      className="flex min-h-0 flex-col border-line border-l bg-surface"
    >
      <header className="flex items-start gap-1 border-line border-b py-2.5 pr-2.5 pl-5">
        <PanelTitle node={node} />
        <Button
          look="quiet"
          size="sm"
          icon={<ChevronUp size={17} />}
          label={t('audit.previous')}
          onClick={() => onMove(-1)}
        />
        <Button
          look="quiet"
          size="sm"
          icon={<ChevronDown size={17} />}
          label={t('audit.next')}
          onClick={() => onMove(1)}
        />
        <Button look="quiet" size="sm" icon={<X size={17} />} label={t('common.close')} onClick={onClose} />
      </header>
      <PanelBody key={node.id} node={node} />
    </aside>
  )
}

export function PanelTitle({ node }: { node: Node }) {
  const { byId, sections } = useWork()
  let section = node
  while (section.parent && !sections.includes(section)) section = byId.get(section.parent) ?? section
  const under = section.id === node.id ? '' : nameOf(section)
  return (
    <div className="min-w-0 grow">
      <p className="truncate text-ink-soft text-xs">{[node.ref_id, under].filter(Boolean).join(' · ')}</p>
      <h2 className="line-clamp-3 text-lg leading-snug">{nameOf(node)}</h2>
    </div>
  )
}

/** The questions about a requirement: in the panel, or large for a room. */
export function AskedAbout({ node, large }: { node: Node; large?: boolean }) {
  const { editable } = useWork()
  if (!node.has_questions || !node.ra_id) return null
  return (
    <Suspense fallback={<Skeleton className="my-4 h-24 w-full" />}>
      <Questions key={node.id} node={node.id} row={node.ra_id} editable={editable} large={large} />
    </Suspense>
  )
}

/** The parts of the panel, each with its own heading. */
export function PanelBody({ node, bare }: { node: Node; bare?: boolean }) {
  const { rows } = useWork()
  const settled = useSettled()
  const conversation = useConversation(rows)
  const draft = useRef('')
  const row = useQuery({ ...itemQuery(ROWS, node.ra_id ?? ''), enabled: settled })
  return (
    <div className="flex min-h-0 grow flex-col divide-y divide-line overflow-y-auto px-5">
      {node.stale && <Stale row={node.ra_id ?? ''} />}
      {!bare && <Texts node={node} settled={settled} />}
      {!bare && settled && <AskedAbout node={node} />}
      {row.data ? (
        <>
          <Observation row={row.data} />
          <AssignedTo node={node} />
          <RowFields row={row.data} />
          <Controls row={row.data} />
          <Evidence row={row.data} />
          <div className="flex grow flex-col pt-3">
            <Activity resource={rows} row={row.data} conversation={conversation} draft={draft} />
          </div>
        </>
      ) : row.error ? (
        <Failed error={row.error} retry={() => void row.refetch()} />
      ) : (
        <div className="flex flex-col gap-3 py-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      )}
    </div>
  )
}

/** Who holds a key down passes many; only where they stop is asked for. */
const PAUSE = 120

function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), PAUSE)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
