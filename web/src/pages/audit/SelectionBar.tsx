/** What can be done with the ticked requirements. */
import { UserPlus, X } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { BulkProgress, BulkReport } from '@/resource/list/bulk/BulkProgress'
import { useBulk } from '@/resource/list/bulk/useBulk'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { ROWS } from './api'
import { counts, RESULTS, type Result, statusFor } from './model/tree'
import { ResultMark, useResultWords } from './ResultMark'
import { useWork } from './work'

export function SelectionBar() {
  const { t } = useTranslation()
  const words = useResultWords()
  const { selection, byId, editable, mayAssign, assign, setSelecting, shown, select } = useWork()
  const bulk = useBulk(ROWS)
  const nodes = [...selection].flatMap(id => byId.get(id) ?? [])
  const rows = nodes.flatMap(node => node.ra_id ?? [])
  const size = rows.length
  const change = (result: Result) =>
    void bulk.start(rows, {
      action: 'change_field',
      // Progress counts what is done.
      first: ids => {
        const own = nodes.filter(node => node.ra_id && ids.includes(node.ra_id))
        const behind = own.filter(node => statusFor(node, result).status)
        const [from, to] = result === 'not_assessed' ? ['done', 'to_do'] : ['to_do', 'done']
        return { field: 'status', from, to, ids: behind.map(node => node.ra_id as string) }
      },
      field: 'result',
      value: result,
      undoable: true,
      doing: 'list.bulk.updating',
      done: 'list.changed',
    })
  const all = shown.filter(counts).map(node => node.id)
  return (
    <div
      role="toolbar"
      aria-label={t('list.selected', { count: size })}
      className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-line border-t bg-raised px-4 py-1.5 text-sm max-sm:sticky max-sm:bottom-0"
    >
      {bulk.running ? (
        <BulkProgress running={bulk.running} onCancel={bulk.cancel} />
      ) : (
        <>
          <span className="font-medium" aria-live="polite">
            {t('list.selected', { count: size })}
          </span>
          {size < all.length && (
            <Button look="quiet" size="sm" className="text-accent-text" onClick={() => select(all, true)}>
              {t('audit.selectAll', { count: all.length })}
            </Button>
          )}
          <span className="grow" />
          {mayAssign && (
            <Button
              size="sm"
              disabled={size === 0}
              icon={<UserPlus size={15} aria-hidden />}
              onClick={() => assign(rows)}
            >
              {t('audit.assign.verb')}
            </Button>
          )}
          {editable && (
            <Menu
              items={RESULTS.map(result => ({
                label: words.full(result),
                icon: <ResultMark result={result} />,
                run: () => change(result),
              }))}
            >
              <Button size="sm" disabled={size === 0}>
                {t('audit.setResult')}
              </Button>
            </Menu>
          )}
          <Button
            size="sm"
            look="quiet"
            icon={<X size={15} />}
            label={t('audit.endSelecting')}
            onClick={() => setSelecting(false)}
          />
        </>
      )}
      {bulk.report && <BulkReport report={bulk.report} onClose={bulk.dismiss} />}
    </div>
  )
}
