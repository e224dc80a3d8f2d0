/**
 * The requirements of a framework to go through: search, groups, the tree, and beside it what the chosen one says.
 * The page of a framework and the look into a library before loading use it.
 */
import { ChevronsDownUp, ChevronsUpDown, ListTree, X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { isFree } from '@/shell/keys/keys'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { SearchField } from '@/ui/SearchField'
import { Empty } from '@/ui/States'
import { useWidth } from '@/ui/table/fitting'
import { nameOf, RequirementTree } from './RequirementTree'
import { above, assessable, every, firstOpen, lines, narrow, type Requirement } from './tree'

export interface GroupChip {
  ref_id: string
  name: string
  description?: string | null
}

/** As much room as a tree and the words beside it need. */
const BESIDE = 740

interface Props {
  roots: Requirement[]
  groups: GroupChip[]
  /** What is said about a requirement beside the tree. */
  panel: (node: Requirement) => ReactNode
}

export function RequirementBrowser({ roots, groups, panel }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const beside = useWidth(box) >= BESIDE
  const [words, setWords] = useState('')
  const [wanted, setWanted] = useState<string[]>([])
  const [open, setOpen] = useState(() => firstOpen(roots))
  const [chosen, setChosen] = useState<string | null>(null)
  useSlash(box)

  const all = useMemo(() => every(roots), [roots])
  const found = useMemo(() => narrow(roots, { words, groups: wanted }), [roots, words, wanted])
  const searching = words.trim() !== ''
  // What is searched for is shown, wherever it lies.
  const [folded, setFolded] = useState(new Set<string>())
  const shown = useMemo(
    () => lines(found, id => (searching ? !folded.has(id) : open.has(id))),
    [found, searching, folded, open],
  )
  const count = found.reduce((sum, node) => sum + assessable(node), 0)
  const total = roots.reduce((sum, node) => sum + assessable(node), 0)
  const node = all.find(one => one.id === chosen)
  const first = shown.find(line => line.node.assessable)?.node ?? shown[0]?.node
  const current = node ?? (beside ? first : undefined)
  const toggle = (set: Set<string>, id: string, on: boolean) => {
    const next = new Set(set)
    if (on) next.add(id)
    else next.delete(id)
    return next
  }
  const fold = (id: string, isOpen: boolean) =>
    searching ? setFolded(toggle(folded, id, !isOpen)) : setOpen(toggle(open, id, isOpen))
  const parents = all.filter(one => one.children.length > 0)
  const allOpen = parents.every(one => open.has(one.id))
  const face = (one: Requirement) => (
    <Panel node={one} path={above(roots, one.id)}>
      {panel(one)}
    </Panel>
  )
  return (
    <div ref={box} className="flex flex-col">
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <SearchField
          label={t('framework.search')}
          value={words}
          onChange={text => {
            setWords(text)
            setFolded(new Set())
          }}
          className="max-w-80"
        />
        {groups.length > 0 && (
          <Chips
            groups={groups}
            counts={group =>
              narrow(roots, { words: '', groups: [group] }).reduce((sum, one) => sum + assessable(one), 0)
            }
            wanted={wanted}
            onChange={setWanted}
          />
        )}
        <span role="status" className="tabular ml-auto text-ink-soft text-sm">
          {count === total
            ? t('framework.requirements', { count: total })
            : t('framework.someOf', { count, total })}
        </span>
        {parents.length > 0 && !searching && (
          <Button
            look="quiet"
            icon={
              allOpen ? <ChevronsDownUp size={15} aria-hidden /> : <ChevronsUpDown size={15} aria-hidden />
            }
            onClick={() => setOpen(allOpen ? new Set() : new Set(parents.map(one => one.id)))}
          >
            <span className="max-sm:sr-only">{t(allOpen ? 'framework.foldAll' : 'framework.openAll')}</span>
          </Button>
        )}
      </div>
      <div
        className={cn('grid items-start gap-5', beside && 'grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]')}
      >
        <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
          {shown.length === 0 ? (
            <Empty title={t('framework.nothingFound')} icon={<ListTree />}>
              <Button
                onClick={() => {
                  setWords('')
                  setWanted([])
                }}
              >
                {t('framework.showAll')}
              </Button>
            </Empty>
          ) : (
            <RequirementTree
              label={t('framework.tree')}
              lines={shown}
              chosen={current?.id}
              onFold={fold}
              onChoose={one => {
                setChosen(one.id)
                // A heading opens with the click that chooses it.
                if (one.children.length > 0 && !one.assessable)
                  fold(one.id, !shown.find(line => line.node.id === one.id)?.open)
              }}
            />
          )}
        </div>
        {beside && current && (
          <aside
            aria-label={t('framework.chosen')}
            className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line bg-raised p-5 shadow-sm"
          >
            {face(current)}
          </aside>
        )}
      </div>
      {!beside && node?.assessable && (
        <Dialog open side="right" bare title={nameOf(node)} onClose={() => setChosen(null)}>
          <div className="relative p-5 pr-12">
            <Button
              look="quiet"
              className="absolute top-3 right-3 max-sm:size-11"
              icon={<X size={17} />}
              label={t('common.close')}
              onClick={() => setChosen(null)}
            />
            {face(node)}
          </div>
        </Dialog>
      )}
    </div>
  )
}

/** What stands over every requirement: its reference, its place and its name. */
function Panel({ node, path, children }: { node: Requirement; path: Requirement[]; children: ReactNode }) {
  const { t } = useTranslation()
  const trail = path.map(one => one.name || one.ref_id).filter(Boolean)
  return (
    <>
      <p className="text-ink-soft text-sm">{[node.ref_id, ...trail.slice(-2)].filter(Boolean).join(' · ')}</p>
      <h2 className="mt-0.5 text-lg">{node.name || node.ref_id || t('framework.nameless')}</h2>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </>
  )
}

interface ChipProps {
  groups: GroupChip[]
  counts: (group: string) => number
  wanted: string[]
  onChange: (wanted: string[]) => void
}

function Chips({ groups, counts, wanted, onChange }: ChipProps) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('framework.groups')} className="flex flex-wrap items-center gap-1.5">
      {groups.map(group => {
        const on = wanted.includes(group.ref_id)
        return (
          <button
            key={group.ref_id}
            type="button"
            aria-pressed={on}
            title={group.description ?? undefined}
            onClick={() =>
              onChange(on ? wanted.filter(one => one !== group.ref_id) : [...wanted, group.ref_id])
            }
            className={cn(
              'flex h-7.5 max-w-64 items-center gap-1.5 rounded-full border px-3 text-sm transition-colors max-sm:h-11',
              on
                ? 'border-accent bg-accent-soft font-medium text-accent-text'
                : 'border-line-strong/60 bg-raised text-ink-soft hover:bg-hover hover:text-ink',
            )}
          >
            <span className="truncate">{group.name}</span>
            <span className="tabular text-xs">{counts(group.ref_id)}</span>
          </button>
        )
      })}
    </div>
  )
}

/** `/` goes to the search. */
function useSlash(box: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFree(event)) return
      event.preventDefault()
      box.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [box])
}
