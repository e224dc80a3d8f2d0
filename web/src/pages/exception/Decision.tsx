/** On the page of a security exception: who decides, and their buttons. */
import { Check, X } from 'lucide-react'
import { isRef } from '@/api/model'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { DecisionButtons } from '@/resource/detail/DecisionButtons'
import { Callout } from '@/ui/Callout'
import type { DetailProps } from '..'

const ICONS = { approve: Check, reject: X }
const DEEDS = ['approve', 'reject'] as const

export default function Decision({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  const approver = isRef(row.approver) ? row.approver : null
  if (row.status !== 'in_review') return null
  if (!approver) return <Callout tone="warn">{t('exception.noApprover')}</Callout>
  if (approver.id !== user.id || resource.read_only)
    return <Callout tone="info">{t('exception.waitsFor', { name: approver.str })}</Callout>
  return (
    <section aria-label={t('exception.decision')}>
      <DecisionButtons
        path={resource.path}
        row={row}
        deeds={DEEDS.map(name => ({
          name,
          label: t(`exception.deeds.${name}`),
          icon: ICONS[name],
          done: t(`exception.decided.${name}`),
          primary: name === 'approve',
          question: {
            title: t(`exception.ask.${name}`),
            text: t(`exception.askHelp.${name}`),
            danger: name === 'reject',
          },
        }))}
      />
    </section>
  )
}
