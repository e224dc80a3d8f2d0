/** On the page of a validation: who has to decide, who has, their buttons, and what has changed since the last time. */
import {
  Check,
  CircleCheck,
  CircleDashed,
  MessageSquareWarning,
  RotateCcw,
  Send,
  Trash2,
  X,
} from 'lucide-react'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { DecisionButtons, type DecisionDeed } from '@/resource/detail/DecisionButtons'
import { Callout } from '@/ui/Callout'
import type { DetailProps } from '..'
import { ChangesSince } from './ChangesSince'
import { approvalsOf, approversOf, type Deed, deedsFor, REASONED } from './model'

const ICONS = {
  approve: Check,
  'request-changes': MessageSquareWarning,
  reject: X,
  resubmit: Send,
  drop: Trash2,
  revoke: RotateCcw,
}

export default function Decision({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  const approvers = approversOf(row)
  const approved = new Set(approvalsOf(row).map(one => one.id))
  const deeds = resource.read_only ? [] : deedsFor(row, user.id)
  const open = row.status === 'submitted'
  const needed = Number(row.approvals_needed)
  const asDeed = (name: Deed): DecisionDeed => ({
    name,
    label: t(`validation.deeds.${name}`),
    icon: ICONS[name],
    done: t(`validation.decided.${name}`),
    primary: name === 'approve' || name === 'resubmit',
    question: {
      title: t(`validation.ask.${name}`),
      text: t(`validation.askHelp.${name}`),
      danger: name === 'reject' || name === 'revoke' || name === 'drop',
      notes: {
        field: 'event_notes',
        label: t(REASONED.includes(name) ? 'validation.why' : 'validation.notes'),
        required: REASONED.includes(name),
      },
    },
  })
  return (
    <section aria-label={t('validation.decision')} className="flex flex-col gap-5">
      {open && approvers.length === 0 && <Callout tone="warn">{t('validation.noApprover')}</Callout>}
      {open && approvers.length > 0 && (
        <div>
          <p className="text-ink-soft text-sm">
            {t('validation.progress', { given: approved.size, count: needed })}
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {approvers.map(one => (
              <li key={one.id} className="inline-flex items-center gap-1.5">
                {approved.has(one.id) ? (
                  <CircleCheck size={15} className="text-good" aria-label={t('validation.hasApproved')} />
                ) : (
                  <CircleDashed size={15} className="text-ink-soft" aria-label={t('validation.waiting')} />
                )}
                {one.str}
              </li>
            ))}
          </ul>
        </div>
      )}
      {row.status === 'accepted' && <Callout tone="info">{t('validation.locked')}</Callout>}
      <DecisionButtons path={resource.path} row={row} deeds={deeds.map(asDeed)} />
      {(open || row.status === 'change_requested') && <ChangesSince id={row.id} />}
    </section>
  )
}
