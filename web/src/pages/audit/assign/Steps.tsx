/** What can be done next with an assignment: start, submit, request changes, close, reopen. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '@/api/objects'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Badge, type Tone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { toast } from '@/ui/Toast'
import { useWork } from '../work'
import { setStatus } from './api'
import type { Assignment, Status } from './model'

const TONES: Record<Status, Tone> = {
  draft: 'neutral',
  in_progress: 'info',
  submitted: 'accent',
  changes_requested: 'warn',
  closed: 'good',
}

export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation()
  return <Badge tone={TONES[status]}>{t(`audit.assign.states.${status}`)}</Badge>
}

export function Steps({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const { mayAssign } = useWork()
  const user = useUser()
  const client = useQueryClient()
  const [returning, setReturning] = useState(false)
  const step = useMutation({
    mutationFn: ({ to, notes }: { to: Status; notes?: string }) => setStatus(assignment.id, to, notes),
    onSuccess: (_, { to }) => {
      toast.good(t(`audit.assign.now.${to}`))
      setReturning(false)
    },
    onError: toast.bad,
    onSettled: () => void refresh(client),
  })
  const go = (to: Status) => () => step.mutate({ to })
  const { status } = assignment
  const isMine = assignment.actor.some(actor => user.all_actor_ids.includes(actor.id))
  const busy = step.isPending
  return (
    <>
      {mayAssign && status === 'draft' && (
        <Button size="sm" look="primary" disabled={busy} onClick={go('in_progress')}>
          {t('audit.assign.startNow')}
        </Button>
      )}
      {isMine && (status === 'in_progress' || status === 'changes_requested') && (
        <Button size="sm" disabled={busy} onClick={go('submitted')}>
          {t('audit.assign.submit')}
        </Button>
      )}
      {mayAssign && status === 'submitted' && (
        <>
          <Button size="sm" disabled={busy} onClick={() => setReturning(true)}>
            {t('audit.assign.return')}
          </Button>
          <Button size="sm" look="primary" disabled={busy} onClick={go('closed')}>
            {t('audit.assign.close')}
          </Button>
        </>
      )}
      {mayAssign && status === 'closed' && (
        <Button size="sm" disabled={busy} onClick={go('submitted')}>
          {t('audit.assign.reopen')}
        </Button>
      )}
      {returning && (
        <Return
          busy={busy}
          onClose={() => setReturning(false)}
          onReturn={notes => step.mutate({ to: 'changes_requested', notes })}
        />
      )}
    </>
  )
}

interface ReturnProps {
  busy: boolean
  onClose: () => void
  onReturn: (notes: string) => void
}

function Return({ busy, onClose, onReturn }: ReturnProps) {
  const { t } = useTranslation()
  const [notes, setNotes] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('audit.assign.return')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={busy || !notes.trim()} onClick={() => onReturn(notes.trim())}>
            {t('audit.assign.return')}
          </Button>
        </>
      }
    >
      <FormField label={t('audit.assign.what')} help={t('audit.assign.whatHelp')} required>
        <Notes value={notes} onChange={setNotes} />
      </FormField>
    </Dialog>
  )
}

function Notes({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <textarea
      {...useWiring()}
      rows={4}
      value={value}
      onChange={event => onChange(event.target.value)}
      className="control field-sizing-content min-h-24 resize-none"
    />
  )
}
