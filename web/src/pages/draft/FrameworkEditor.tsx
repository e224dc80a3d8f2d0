/** A framework of a draft: its tree on the left, and what is chosen beside it. */
import { FolderPlus, ListTree, Plus, SlidersHorizontal } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { cn } from '@/ui/cn'
import { SearchField } from '@/ui/SearchField'
import { Empty } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { useWidth } from '@/ui/table/fitting'
import { nameOf, RequirementTree } from '../requirements/RequirementTree'
import { above, firstOpen, grow, lines, narrow } from '../requirements/tree'
import { useDrafting, useOpened } from './drafting'
import { FrameworkPanel } from './FrameworkPanel'
import { changeNodes, type DraftFramework, type DraftNode } from './model/content'
import { newUrn, nextRef } from './model/names'
import {
  addNode,
  branchOf,
  childrenOf,
  dropPlace,
  moveNode,
  placeFor,
  putBack,
  removeNode,
  step,
} from './model/nodes'
import { NodePanel } from './NodePanel'
import { BESIDE, focusName, SidePanel } from './SidePanel'

const NONE: DraftNode[] = []

export function FrameworkEditor({ framework }: { framework: DraftFramework }) {
  const { t } = useTranslation()
  const { edit, editable, problemsOf } = useDrafting()
  const box = useRef<HTMLDivElement>(null)
  const beside = useWidth(box) >= BESIDE
  const nodes = framework.requirement_nodes ?? NONE
  const roots = useMemo(() => grow(nodes.map(rowOf)), [nodes])
  const [opened, setOpened] = useOpened()
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(() => firstOpen(roots))
  const [folded, setFolded] = useState(new Set<string>())
  const [removing, setRemoving] = useState<DraftNode | null>(null)
  const searching = words.trim() !== ''
  const shown = useMemo(() => {
    const wanted = narrow(roots, { words, groups: [] })
    // What is open is in sight, wherever it lies.
    const over = new Set(opened ? above(roots, opened).map(node => node.id) : [])
    return lines(wanted, id => (searching ? !folded.has(id) : open.has(id) || over.has(id)))
  }, [roots, words, searching, folded, open, opened])
  const chosen = nodes.find(node => node.urn === opened)
  const change = (name: string, run: (now: DraftNode[]) => DraftNode[]) =>
    edit({ name, run: content => changeNodes(content, framework.urn, run) })
  const unfold = (id: string) => setOpen(now => new Set([...now, id]))
  const fold = (id: string, isOpen: boolean) => {
    const [set, put, add] = searching ? [folded, setFolded, !isOpen] : [open, setOpen, isOpen]
    const next = new Set(set)
    if (add) next.add(id)
    else next.delete(id)
    put(next)
  }
  const add = (assessable: boolean) => {
    // A requirement goes under what is chosen, or beside it; a section beside the section.
    const within = chosen && (assessable === (chosen.assessable === true) ? chosen.parent_urn : chosen.urn)
    const parent = chosen && !assessable && chosen.assessable ? null : (within ?? null)
    const siblings = childrenOf(nodes, parent)
    const refs = nodes.flatMap(node => node.ref_id ?? [])
    const over = nodes.find(node => node.urn === parent)
    const ref_id = nextRef(siblings.findLast(node => node.ref_id)?.ref_id, over?.ref_id, refs)
    const urn = newUrn(
      framework.urn,
      'req_node',
      ref_id,
      nodes.map(node => node.urn),
    )
    const next = siblings[siblings.findIndex(node => node.urn === chosen?.urn) + 1]?.urn
    const before = siblings.some(node => node.urn === chosen?.urn) ? (next ?? null) : null
    change(ref_id, now => addNode(now, { urn, ref_id, assessable }, parent, before))
    if (parent) unfold(parent)
    setOpened(urn)
    focusName()
  }
  const move = (urn: string, direction: 'up' | 'down' | 'in' | 'out') => {
    const place = placeFor(nodes, urn, direction)
    if (!place || !editable) return
    if (place.parent) unfold(place.parent)
    change(refOf(nodes, urn), now => step(now, urn, direction))
    keepFocus(urn)
  }
  const remove = (urn: string) => {
    const node = nodes.find(one => one.urn === urn)
    if (node && editable) setRemoving(node)
  }
  const removeNow = (node: DraftNode) => {
    const before = nodes
    const siblings = childrenOf(nodes, node.parent_urn ?? null)
    const at = siblings.findIndex(one => one.urn === node.urn)
    const name = node.ref_id || node.name || ''
    setRemoving(null)
    setOpened(siblings[at + 1]?.urn ?? siblings[at - 1]?.urn ?? node.parent_urn ?? null)
    change(name, now => removeNode(now, node.urn))
    toast.good(t('draft.removed', { name }), {
      label: t('common.undo'),
      run: () => change(name, now => putBack(now, before, node.urn)),
    })
  }
  const moves = {
    step: move,
    remove,
    canDrop: (id: string, target: string, where: 'before' | 'inside' | 'after') =>
      dropPlace(nodes, id, target, where) !== null,
    drop: (id: string, target: string, where: 'before' | 'inside' | 'after') => {
      const place = dropPlace(nodes, id, target, where)
      if (!place) return
      if (place.parent) unfold(place.parent)
      change(refOf(nodes, id), now => moveNode(now, id, place.parent, place.before))
    },
  }
  const panel = chosen ? (
    <NodePanel
      key={chosen.urn}
      framework={framework}
      node={chosen}
      trail={above(roots, chosen.urn).map(nameOf)}
      onMove={direction => move(chosen.urn, direction)}
      canMove={direction => placeFor(nodes, chosen.urn, direction) !== null}
      onRemove={() => remove(chosen.urn)}
    />
  ) : (
    <FrameworkPanel key={framework.urn} framework={framework} />
  )
  const settingsOpen = opened === framework.urn
  return (
    <div ref={box} className="flex flex-col px-5 pt-4 pb-10 lg:px-8">
      <div className="flex flex-wrap items-center gap-2 pb-3">
        {nodes.length > 0 && (
          <SearchField
            label={t('framework.search')}
            value={words}
            onChange={text => {
              setWords(text)
              setFolded(new Set())
            }}
            className="max-w-72"
          />
        )}
        <span role="status" className="tabular text-ink-soft text-sm max-sm:hidden">
          {t('framework.requirements', { count: nodes.filter(node => node.assessable).length })}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          {(chosen || !beside) && (
            <Button
              look="quiet"
              icon={<SlidersHorizontal size={15} aria-hidden />}
              onClick={() => setOpened(beside ? null : framework.urn)}
            >
              <span className="max-sm:sr-only">{t('draft.frameworkSettings')}</span>
            </Button>
          )}
          {editable && nodes.length > 0 && (
            <AddButtons onSection={() => add(false)} onRequirement={() => add(true)} />
          )}
        </span>
      </div>
      <div
        className={cn('grid items-start gap-5', beside && 'grid-cols-[minmax(0,1fr)_minmax(22rem,27rem)]')}
      >
        <div className="min-w-0">
          <div className="overflow-hidden rounded-lg border border-line bg-surface">
            {nodes.length === 0 ? (
              <Empty title={t('draft.noNodes')} icon={<ListTree />}>
                <p>{t('draft.noNodesHelp')}</p>
                {editable && (
                  <span className="flex flex-wrap justify-center gap-2">
                    <AddButtons onSection={() => add(false)} onRequirement={() => add(true)} />
                  </span>
                )}
              </Empty>
            ) : shown.length === 0 ? (
              <Empty title={t('framework.nothingFound')} icon={<ListTree />}>
                <Button onClick={() => setWords('')}>{t('framework.showAll')}</Button>
              </Empty>
            ) : (
              <RequirementTree
                label={t('framework.tree')}
                lines={shown}
                chosen={chosen?.urn}
                onFold={fold}
                onChoose={node => (node.id === opened ? focusName() : setOpened(node.id))}
                edits={editable ? moves : undefined}
                problems={id => problemsOf(id).length}
              />
            )}
          </div>
          {editable && nodes.length > 1 && (
            <p className="mt-2 text-ink-faint text-xs max-sm:hidden">{t('draft.keys')}</p>
          )}
        </div>
        {(beside || chosen || settingsOpen) && (
          <SidePanel
            beside={beside}
            title={chosen ? nameOf(rowOf(chosen)) || t('framework.nameless') : t('draft.frameworkSettings')}
            editable={editable}
            onClose={() => setOpened(null)}
          >
            {panel}
          </SidePanel>
        )}
      </div>
      {removing && (
        <ConfirmDialog
          title={t('draft.removeTitle', { name: removing.ref_id || removing.name || '' })}
          verb={t('common.delete')}
          danger
          onConfirm={() => removeNow(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{removalWords(nodes, removing)}</p>
        </ConfirmDialog>
      )}
    </div>
  )

  function removalWords(all: DraftNode[], node: DraftNode): string {
    const below = branchOf(all, node.urn).size - 1
    return below > 0
      ? t('draft.removeBranch', { count: below, number: formatNumber(below) })
      : t('draft.removeOne')
  }
}

function AddButtons({ onSection, onRequirement }: { onSection: () => void; onRequirement: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button icon={<FolderPlus size={15} aria-hidden />} onClick={onSection}>
        {t('draft.addSection')}
      </Button>
      <Button icon={<Plus size={15} aria-hidden />} onClick={onRequirement}>
        {t('draft.addRequirement')}
      </Button>
    </>
  )
}

const rowOf = (node: DraftNode) => ({
  id: node.urn,
  urn: node.urn,
  parent_urn: node.parent_urn ?? null,
  ref_id: node.ref_id ?? null,
  name: node.name ?? null,
  description: node.description ?? null,
  assessable: node.assessable === true,
  implementation_groups: node.implementation_groups ?? [],
  questions: node.questions?.length ?? 0,
})

const refOf = (nodes: DraftNode[], urn: string): string => {
  const node = nodes.find(one => one.urn === urn)
  return node?.ref_id || node?.name || ''
}

/** The line that was moved keeps the focus. */
const keepFocus = (urn: string) =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const line = document.querySelector<HTMLElement>(`[data-node="${CSS.escape(urn)}"]`)
      if (document.activeElement === document.body || document.activeElement?.closest('[role=tree]'))
        line?.focus()
    }),
  )
