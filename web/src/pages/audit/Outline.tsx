/** The sections with their progress, beside the list. The open one shows its parts. */
import { Check, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { counts, type Node, nameOf, resultOf } from './model/tree'
import { ResultBar } from './ResultBar'
import { ResultMark } from './ResultMark'
import { useWork } from './work'

/** Parts of a section before “12 more”. */
const FIRST = 8

export function Outline({ onGo }: { onGo: (node: Node) => void }) {
  const { t } = useTranslation()
  const { sections, nodes, chosen, byId } = useWork()
  const path = pathOf(chosen, byId)
  const [opened, setOpened] = useState<string | null>(null)
  const open = opened ?? sections.find(section => path.has(section.id))?.id
  return (
    <nav aria-label={t('audit.sections')} className="flex flex-col gap-0.5 p-2 pl-4">
      {sections.map(section => (
        <div key={section.id}>
          <SectionLine
            section={section}
            open={open === section.id}
            onOpen={() => {
              setOpened(open === section.id ? '' : section.id)
              onGo(section)
            }}
          />
          {open === section.id && (
            <Parts parts={nodes.filter(node => node.parent === section.id)} path={path} onGo={onGo} />
          )}
        </div>
      ))}
    </nav>
  )
}

function pathOf(node: Node | null, byId: ReadonlyMap<string, Node>): ReadonlySet<string> {
  const path = new Set<string>()
  for (let at = node; at; at = at.parent ? (byId.get(at.parent) ?? null) : null) path.add(at.id)
  return path
}

function SectionLine({ section, open, onOpen }: { section: Node; open: boolean; onOpen: () => void }) {
  const { t } = useTranslation()
  const { tallies } = useWork()
  const tally = tallies.get(section.id)
  if (tally?.total === 0) return null
  const done = tally && tally.assessed === tally.total
  const name = nameOf(section)
  return (
    <button
      type="button"
      aria-expanded={section.isBranch ? open : undefined}
      onClick={onOpen}
      className="grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-1.5 rounded-md py-1.5 pr-2 pl-1 text-left text-sm hover:bg-hover"
    >
      <ChevronRight
        size={14}
        aria-hidden
        className={cn(
          'text-ink-faint transition-transform',
          open && 'rotate-90',
          !section.isBranch && 'invisible',
        )}
      />
      <span className="truncate" title={name}>
        {section.ref_id && section.ref_id !== name && (
          <span className="font-semibold">{section.ref_id} </span>
        )}
        {name}
      </span>
      {tally &&
        (done ? (
          <Check
            size={14}
            strokeWidth={2.5}
            className="text-done"
            role="img"
            aria-label={t('audit.allAssessed')}
          />
        ) : (
          <span className="tabular text-ink-faint text-xs">
            {formatNumber(tally.assessed)}/{formatNumber(tally.total)}
          </span>
        ))}
      {tally && <ResultBar tally={tally} className="col-start-2 col-end-4 mt-1" />}
    </button>
  )
}

function Parts({
  parts,
  path,
  onGo,
}: {
  parts: Node[]
  path: ReadonlySet<string>
  onGo: (node: Node) => void
}) {
  const { t } = useTranslation()
  const { tallies } = useWork()
  const [all, setAll] = useState(false)
  const own = parts.filter(part => counts(part) || (tallies.get(part.id)?.total ?? 0) > 0)
  const on = own.findIndex(part => path.has(part.id))
  const shown = all ? own : own.slice(0, Math.max(FIRST, on + 1))
  return (
    <ul className="ml-4 flex flex-col">
      {shown.map(part => {
        const tally = tallies.get(part.id)
        const current = path.has(part.id)
        return (
          <li key={part.id}>
            <button
              type="button"
              aria-current={current || undefined}
              onClick={() => onGo(part)}
              className={cn(
                'flex h-7 w-full items-center gap-2 rounded-md pr-2 pl-1.5 text-left text-sm',
                current ? 'bg-accent-soft text-accent-text' : 'text-ink-soft hover:bg-hover',
              )}
            >
              {counts(part) ? <ResultMark result={resultOf(part)} size={14} /> : <span className="w-3.5" />}
              <span className="min-w-0 grow truncate" title={nameOf(part)}>
                {part.ref_id && part.ref_id !== nameOf(part) && (
                  <span className={cn('font-medium', !current && 'text-ink')}>{part.ref_id} </span>
                )}
                {nameOf(part)}
              </span>
              {tally && (
                <span className={cn('tabular text-xs', current ? 'font-semibold' : 'text-ink-faint')}>
                  {formatNumber(tally.assessed)}/{formatNumber(tally.total)}
                </span>
              )}
            </button>
          </li>
        )
      })}
      {shown.length < own.length && (
        <li>
          <button
            type="button"
            onClick={() => setAll(true)}
            className="h-7 rounded-md px-1.5 font-medium text-accent-text text-sm hover:underline"
          >
            {t('audit.moreParts', { count: own.length - shown.length })}
          </button>
        </li>
      )}
    </ul>
  )
}
