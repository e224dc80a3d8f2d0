/** The requirements as a tree that folds. Only the lines on the screen are in the page. */
import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { observeLater } from '@/ui/afterPaint'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Empty } from '@/ui/States'
import { useNarrow } from '@/ui/useNarrow'
import { HeadingLine } from './HeadingLine'
import { counts, type Node } from './model/tree'
import { RequirementLine } from './RequirementLine'
import { rangeOf, useWork } from './work'

const CONTENT = 'content'
/** Heights in rem, as in the classes of the lines. A line also has a border below. Only the open one has to be measured. */
const HEADING = 2.25
const LINE = 2.1875
const NARROW_LINE = 3
/** What stands over the list is at least this high, in pixels. */
const OVER = 260

export function List({ onMore, onClear }: { onMore: () => void; onClear: () => void }) {
  const { t } = useTranslation()
  const work = useWork()
  const { shown, chosen, sections, audit } = work
  const narrow = useNarrow()
  const pane = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  const measured = useRef(false)
  const tops = new Set(sections.map(section => section.id))
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  // On a phone the page scrolls as a whole, and the list starts under its header.
  const scroller = () => (narrow ? document.getElementById(CONTENT) : pane.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the header changes its height with what is shown
  useLayoutEffect(() => {
    const over = document.getElementById(CONTENT)
    if (!narrow || !pane.current || !over) return setMargin(0)
    setMargin(pane.current.getBoundingClientRect().top - over.getBoundingClientRect().top + over.scrollTop)
  }, [narrow, shown.length])
  const heightOf = (at: number) => {
    const node = shown[at] as Node
    if (!counts(node)) return HEADING * rem
    if (node.id === chosen?.id) return narrow ? 160 : 84
    return (narrow ? NARROW_LINE : LINE) * rem + 1
  }
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: shown.length,
    getScrollElement: scroller,
    estimateSize: heightOf,
    measureElement: (line, entry, instance) => {
      const at = Number(line.dataset.index)
      return shown[at]?.id === chosen?.id ? measureElement(line, entry, instance) : heightOf(at)
    },
    getItemKey: at => (shown[at] as Node).id,
    // Lines are there when the page is first drawn, before it is measured: as many as there is room for, and no more.
    initialRect: { width: 0, height: window.innerHeight - (narrow ? 0 : OVER) },
    observeElementRect: (instance, report) =>
      observeLater(instance, rect => {
        measured.current = true
        report(rect)
      }),
    overscan: measured.current ? 8 : 1,
    scrollMargin: margin,
    scrollPaddingStart: narrow ? 0 : 44,
    scrollPaddingEnd: 44,
  })
  const reach = useRef(chosen?.id)
  useEffect(() => {
    if (!chosen) return
    const at = shown.findIndex(node => node.id === chosen.id)
    if (at < 0) return
    // Where the person just clicked, it is in sight; a filter that changes does not move the list.
    if (reach.current === chosen.id && virtual.scrollOffset) return
    reach.current = chosen.id
    virtual.scrollToIndex(at, { align: 'auto' })
    // The focus goes along, if it was in the list.
    if (!document.activeElement?.closest('[data-line]')) return
    const frame = requestAnimationFrame(() =>
      pane.current?.querySelector<HTMLElement>(`[data-line="${chosen.id}"]`)?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [chosen, shown, virtual])

  // With Shift, everything from the last tick to here.
  const last = useRef<string | null>(null)
  const latest = useRef(work)
  latest.current = work
  const pick = useCallback((node: Node, on: boolean, range: boolean) => {
    const { shown, select } = latest.current
    const own = shown.filter(counts).map(one => one.id)
    const [from, to] = [own.indexOf(last.current ?? ''), own.indexOf(node.id)]
    const ids = range && from >= 0 ? own.slice(Math.min(from, to), Math.max(from, to) + 1) : [node.id]
    last.current = node.id
    select(ids, on)
  }, [])

  if (shown.length === 0) {
    return (
      <Empty title={t('audit.noneFound')}>
        <p>{t('audit.noneFoundHelp')}</p>
        <Button onClick={onClear}>{t('list.clearFilters')}</Button>
      </Empty>
    )
  }
  const withPeople = work.mayAssign || work.assignments.length > 0
  const inSight = new Set(shown.map(node => node.id))
  const under = (branch: Node) =>
    work.nodes
      .slice(work.nodes.indexOf(branch), branch.end)
      .filter(node => counts(node) && (work.folded.has(branch.id) || inSight.has(node.id)))
      .map(node => node.id)
  const stateOf = (branch: Node) => {
    const own = under(branch)
    const ticked = own.filter(id => work.selection.has(id)).length
    return ticked === 0 ? 'none' : ticked === own.length ? 'all' : 'some'
  }
  const items = virtual.getVirtualItems()
  const offset = (virtual.scrollOffset ?? 0) - margin
  const first = items.find(item => item.end - margin > offset)
  const top = !narrow && first ? topOf(shown, first.index, tops) : undefined
  return (
    <div ref={pane} className={cn('relative', !narrow && 'min-h-0 grow overflow-y-auto')}>
      {top && (
        <div className="sticky top-0 z-10 h-0">
          <HeadingLine
            node={top}
            top
            folded={work.folded.has(top.id)}
            tally={work.tallies.get(top.id)}
            onFold={work.fold}
          />
        </div>
      )}
      <ol
        aria-label={t('audit.requirements')}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(item => {
          const node = shown[item.index] as Node
          return (
            <li
              key={item.key}
              data-index={item.index}
              ref={virtual.measureElement}
              aria-setsize={shown.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - margin}px)` }}
            >
              {counts(node) ? (
                <RequirementLine
                  node={node}
                  indent={indentOf(node, work.byId)}
                  chosen={node.id === chosen?.id}
                  folded={work.folded.has(node.id)}
                  editable={work.editable}
                  scored={work.scored}
                  {...rangeOf(node, audit)}
                  selecting={work.selecting}
                  selected={work.selection.has(node.id)}
                  who={withPeople ? (work.assignedTo.get(node.ra_id ?? '') ?? null) : undefined}
                  onAssign={work.mayAssign ? work.assign : undefined}
                  onSelect={pick}
                  onChoose={work.choose}
                  onFold={work.fold}
                  onResult={work.setResult}
                  onScore={work.setScore}
                  more={
                    narrow && (
                      <Button className="h-11 w-full" onClick={onMore}>
                        {t('audit.details')}
                      </Button>
                    )
                  }
                />
              ) : (
                <HeadingLine
                  node={node}
                  top={tops.has(node.id)}
                  folded={work.folded.has(node.id)}
                  tally={work.tallies.get(node.id)}
                  onFold={work.fold}
                  selected={work.selecting ? stateOf(node) : undefined}
                  onSelect={on => work.select(under(node), on)}
                />
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** How many requirements it lies under; headings do not indent. */
function indentOf(node: Node, byId: ReadonlyMap<string, Node>): number {
  let deep = 0
  for (let at = node.parent; at; at = byId.get(at)?.parent ?? null) if (byId.get(at)?.assessable) deep += 1
  return deep
}

/** The section of the first line in sight, once its own heading has left. */
function topOf(shown: readonly Node[], at: number, tops: ReadonlySet<string>): Node | undefined {
  for (let back = at; back >= 0; back -= 1) {
    const node = shown[back] as Node
    if (tops.has(node.id)) return counts(node) ? undefined : node
  }
  return undefined
}
