/** The three panes: sections, requirements, the open one. With less room they become sheets. */
import { startTransition, useEffect, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { useEscape } from '@/shell/keys/useEscape'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { useFrame } from '@/ui/useFrame'
import { Reviewed } from './assign/Reviewed'
import { KeysBar } from './KeysBar'
import { List } from './List'
import { nextOpen, step } from './model/moves'
import { counts, type Node } from './model/tree'
import { Outline } from './Outline'
import { Panel, PanelBody, PanelTitle } from './panel/Panel'
import { SelectionBar } from './SelectionBar'
import { Tools } from './Tools'
import { useSearchState } from './usePage'
import { useWork } from './work'

export function Requirements({ onMove }: { onMove: (by: 1 | -1) => void }) {
  const { t } = useTranslation()
  const { chosen, choose, shown, nodes, scored, selecting, mayAssign, assignments } = useWork()
  const [{ assigned }, set] = useSearchState()
  const frame = useFrame()
  const [sheet, setSheet] = useState<'sections' | 'panel' | null>(null)
  // It opens where the work goes on. A phone has no room for a panel that nobody asked for.
  const started = useRef(false)
  const [opening, setOpening] = useState(shown.length > 0)
  useEffect(() => {
    if (started.current) return
    // Who answers what is known a moment later.
    if (assigned && assignments.length === 0) return
    started.current = true
    // The list is drawn first; the panel takes a moment.
    startTransition(() => {
      setOpening(false)
      if (!chosen && frame !== 'narrow') choose(nextOpen(shown, null) ?? step(shown, null, 1))
    })
  }, [chosen, choose, shown, frame, assigned, assignments])
  // Who looks at someone's part begins with its first requirement.
  const looked = useRef(assigned)
  useEffect(() => {
    if (looked.current === assigned) return
    looked.current = assigned
    if (assigned && chosen && !shown.some(one => one.id === chosen.id)) choose(step(shown, null, 1))
  }, [assigned, chosen, shown, choose])
  const beside = frame !== 'narrow'
  const panel = chosen || opening
  useEscape(beside && !!chosen, () => choose(null))
  const clear = () =>
    set({ find: undefined, group: undefined, result: undefined, stale: undefined, assigned: undefined })
  const goTo = (node: Node) => {
    const under = counts(node) ? node : nodes.slice(nodes.indexOf(node), node.end).find(counts)
    if (!under) return
    if (!shown.some(one => one.id === under.id)) clear()
    choose(under.id)
    setSheet(null)
  }
  return (
    <div className="flex min-h-0 grow flex-col">
      <Tools onSections={() => setSheet('sections')} />
      <Reviewed />
      <div
        className={cn(
          'grid min-h-0 grow border-line border-t',
          frame === 'wide' &&
            (panel ? 'grid-cols-[18rem_minmax(0,1fr)_23.75rem]' : 'grid-cols-[18rem_minmax(0,1fr)]'),
          frame === 'middle' && (panel ? 'grid-cols-[minmax(0,1fr)_21rem]' : 'grid-cols-1'),
        )}
      >
        {frame === 'wide' && (
          <div className="min-h-0 overflow-y-auto border-line border-r bg-bg">
            <Outline onGo={goTo} />
          </div>
        )}
        <div className={cn('flex min-w-0 flex-col', beside && 'min-h-0')}>
          {shown.length > 0 && beside && (
            <div
              aria-hidden
              className="flex h-8 shrink-0 items-center gap-2.5 border-line border-b px-4 font-medium text-ink-faint text-xs"
            >
              <span className="grow">{t('audit.requirement')}</span>
              {scored && <span className="w-10 text-right max-lg:hidden">{t('audit.score')}</span>}
              <span className="w-34 pl-2">{t('audit.result')}</span>
              {(mayAssign || assignments.length > 0) && (
                <span className="w-8 text-center max-lg:hidden">{t('audit.assign.whoShort')}</span>
              )}
            </div>
          )}
          <List onMore={() => setSheet('panel')} onClear={clear} />
          {selecting ? <SelectionBar /> : <KeysBar />}
        </div>
        {beside && chosen && <Panel node={chosen} onMove={onMove} onClose={() => choose(null)} />}
        {beside && !chosen && opening && <div className="border-line border-l bg-surface" />}
      </div>
      <Dialog
        open={sheet === 'sections'}
        side="left"
        title={t('audit.sections')}
        onClose={() => setSheet(null)}
      >
        <div className="-mx-5 -my-4">
          <Outline onGo={goTo} />
        </div>
      </Dialog>
      {chosen && (
        <Dialog
          open={sheet === 'panel' && !beside}
          side="right"
          title={chosen.ref_id ?? t('audit.requirement')}
          onClose={() => setSheet(null)}
        >
          <PanelTitle node={chosen} />
          <div className="-mx-5">
            <PanelBody key={chosen.id} node={chosen} />
          </div>
        </Dialog>
      )}
    </div>
  )
}
