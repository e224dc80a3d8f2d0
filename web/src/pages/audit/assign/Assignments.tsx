/** Everyone who answers something, how far they are, and what is to be done about it. */
import { Ellipsis, MessageSquareWarning, Trash2, UserPen, Users } from 'lucide-react'
import { useState } from 'react'
import { type Row, useModel } from '@/api/model'
import { useRemove } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { FieldDialog } from '@/resource/detail/Editable'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { AllInitials } from '@/ui/Initials'
import { Menu } from '@/ui/Menu'
import { Empty } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { tally } from '../model/progress'
import { ResultBar } from '../ResultBar'
import { useSearchState } from '../usePage'
import { useWork } from '../work'
import { ASSIGNMENTS } from './api'
import { type Assignment, isSettled, lastNote, namesOf } from './model'
import { StatusBadge, Steps } from './Steps'

export default function Assignments() {
  const { t } = useTranslation()
  const { assignments, mayAssign, setSelecting, total, assignedTo } = useWork()
  const [, set] = useSearchState()
  const choose = () => {
    set({ tab: undefined, assigned: undefined })
    setSelecting(true)
  }
  if (assignments.length === 0)
    return (
      <Empty title={t('audit.assign.none')} icon={<Users />}>
        <p>{t('audit.assign.noneHelp')}</p>
        {mayAssign && (
          <Button look="primary" onClick={choose}>
            {t('audit.assign.choose')}
          </Button>
        )}
      </Empty>
    )
  const left = total.total - assignedTo.size
  return (
    <div className="max-w-5xl overflow-y-auto px-5 py-5 lg:px-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft text-sm">
          {left > 0 ? (
            <button
              type="button"
              className="min-h-6 underline underline-offset-3"
              onClick={() => set({ tab: undefined, assigned: 'none' })}
            >
              {t('audit.assign.left', { count: left })}
            </button>
          ) : (
            t('audit.assign.all')
          )}
        </p>
        {mayAssign && <Button onClick={choose}>{t('audit.assign.more')}</Button>}
      </div>
      <ul className="flex flex-col">
        {assignments.map(one => (
          <Line key={one.id} assignment={one} />
        ))}
      </ul>
    </div>
  )
}

function Line({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const { nodes, mayAssign } = useWork()
  const [, set] = useSearchState()
  const resource = useModel().resources[ASSIGNMENTS]
  const actors = resource?.fields.find(field => field.name === 'actor')
  const remove = useRemove(ASSIGNMENTS)
  const [dialog, setDialog] = useState<'people' | 'delete' | null>(null)
  const own = new Set(assignment.requirement_assessments.map(row => row.id))
  const done = tally(nodes.filter(node => node.ra_id && own.has(node.ra_id)))
  const names = namesOf(assignment)
  const note = lastNote(assignment)
  const close = () => setDialog(null)
  return (
    <li
      aria-label={names.join(', ')}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-b py-3.5"
    >
      <div className="flex min-w-0 grow basis-64 items-center gap-3">
        <AllInitials names={names} most={3} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="truncate font-medium">{names.join(', ')}</span>
            <StatusBadge status={assignment.status} />
          </p>
          <button
            type="button"
            className="min-h-6 text-left text-ink-soft text-sm underline-offset-3 hover:underline"
            onClick={() => set({ tab: undefined, assigned: assignment.id })}
          >
            {t('audit.assign.progress', {
              done: formatNumber(done.assessed),
              count: done.total,
            })}
          </button>
        </div>
      </div>
      <ResultBar tally={done} className="h-2 w-44 shrink-0 max-sm:w-full" />
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        {assignment.status === 'submitted' && mayAssign && (
          <Button size="sm" onClick={() => set({ tab: undefined, assigned: assignment.id })}>
            {t('audit.assign.review')}
          </Button>
        )}
        <Steps assignment={assignment} />
        {mayAssign && resource && assignment.status !== 'submitted' && (
          <Menu
            items={[
              !isSettled(assignment) && {
                label: t('audit.assign.changePeople'),
                icon: <UserPen />,
                run: () => setDialog('people'),
              },
              { label: t('common.delete'), icon: <Trash2 />, danger: true, run: () => setDialog('delete') },
            ]}
          >
            <Button
              look="quiet"
              size="sm"
              icon={<Ellipsis size={16} />}
              label={t('audit.assign.moreFor', { names: names.join(', ') })}
            />
          </Menu>
        )}
      </div>
      {note && (
        <p className="flex basis-full gap-2 text-sm text-warn">
          <MessageSquareWarning size={16} aria-hidden className="mt-0.5 shrink-0" />
          {note}
        </p>
      )}
      {dialog === 'people' && resource && actors && (
        <FieldDialog resource={resource} row={assignment as unknown as Row} field={actors} onClose={close} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          danger
          title={t('audit.assign.deleteTitle')}
          verb={t('common.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(assignment.id, { onSuccess: close, onError: toast.bad })}
          onClose={close}
        >
          <p>{t('audit.assign.deleteHelp', { names: names.join(', ') })}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
