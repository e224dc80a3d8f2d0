/** Gives requirements to people, and says first what others lose. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { ManyControl } from '@/resource/form/ReferenceControl'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import { toast } from '@/ui/Toast'
import { useWork } from '../work'
import { ASSIGNMENTS, assign, assignmentsQuery, unassign } from './api'
import { byRow, namesOf, plan } from './model'

interface Props {
  /** The rows of the audit. */
  rows: string[]
  onClose: () => void
  onDone?: () => void
}

export default function AssignDialog({ rows, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { audit, ...work } = useWork()
  const client = useQueryClient()
  const resource = useModel().resources[ASSIGNMENTS]
  const field = resource?.fields.find(one => one.name === 'actor')
  // What someone gets is added to what they have, and taken from whoever has it: by now, not when the page was opened.
  const latest = useQuery({ ...assignmentsQuery(audit.id), staleTime: 0 })
  const assignments = latest.data ?? work.assignments
  const owner = byRow(assignments)
  const now = new Set(rows.map(row => owner.get(row)))
  const [only] = now
  const [picked, setPicked] = useState<string[] | null>(null)
  const actors = picked ?? (now.size === 1 && only ? only.actor.map(one => one.id) : [])
  const [start, setStart] = useState(true)
  const planned = plan(rows, actors, assignments)
  const removed = plan(rows, [], assignments)
  const save = useMutation({
    mutationFn: () => (actors.length > 0 ? assign(audit.id, actors, planned, start) : unassign(removed)),
    onSuccess: () => {
      toast.good(
        actors.length > 0
          ? t('audit.assign.done', { count: planned.rows.length })
          : t('audit.assign.removed', { count: rows.length - removed.kept.length }),
      )
      onDone?.()
      onClose()
    },
    onError: toast.bad,
    onSettled: () => void refresh(client),
  })
  if (!resource || !field) return null
  const changes = actors.length > 0 ? planned.rows.length > 0 : removed.taken.length > 0
  const taken = actors.length > 0 ? planned.taken : removed.taken
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('audit.assign.title', { count: rows.length })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            disabled={!changes || latest.isFetching || save.isPending}
            onClick={() => save.mutate()}
          >
            {actors.length > 0 || !changes ? t('audit.assign.verb') : t('audit.assign.remove')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormField label={t('audit.assign.who')} help={t('audit.assign.whoHelp')}>
          <ManyControl
            resource={resource}
            field={field}
            value={actors}
            onChange={value => setPicked(value as string[])}
          />
        </FormField>
        {actors.length > 0 && (!planned.into || planned.into.status === 'draft') && (
          <div className="flex items-start gap-3">
            <Switch label={t('audit.assign.start')} checked={start} onChange={setStart} />
            <div>
              <p className="font-medium">{t('audit.assign.start')}</p>
              <p className="text-ink-soft text-sm">{t('audit.assign.startHelp')}</p>
            </div>
          </div>
        )}
        {taken.length > 0 && (
          <Callout tone="warn">
            <ul className="text-sm">
              {taken.map(({ from, count }) => (
                <li key={from.id}>
                  {t(actors.length > 0 ? 'audit.assign.moves' : 'audit.assign.loses', {
                    count,
                    names: namesOf(from).join(', '),
                  })}
                </li>
              ))}
            </ul>
          </Callout>
        )}
        {planned.kept.length > 0 && (
          <Callout>
            <p className="text-sm">{t('audit.assign.kept', { count: planned.kept.length })}</p>
          </Callout>
        )}
      </div>
    </Dialog>
  )
}
