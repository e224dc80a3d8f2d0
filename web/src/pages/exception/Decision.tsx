/** On the page of a security exception: who decides, and their buttons. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '@/api/client'
import { isRef } from '@/api/model'
import { refresh } from '@/api/objects'
import { useUser } from '@/api/user'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/Toast'
import type { DetailProps } from '..'

type Deed = 'approve' | 'reject'

export default function Decision({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Deed | null>(null)
  const decide = useMutation({
    mutationFn: (deed: Deed) => request(`${resource.path}/${row.id}/${deed}/`, { method: 'POST' }),
    onSuccess: (_, deed) => toast.good(t(`exception.decided.${deed}`)),
    onError: toast.bad,
    onSettled: () => {
      setAsking(null)
      refresh(client)
    },
  })
  const approver = isRef(row.approver) ? row.approver : null
  if (row.status !== 'in_review') return null
  if (!approver) return <Callout tone="warn">{t('exception.noApprover')}</Callout>
  if (approver.id !== user.id || resource.read_only)
    return <Callout tone="info">{t('exception.waitsFor', { name: approver.str })}</Callout>
  return (
    <section aria-label={t('exception.decision')} data-no-print className="flex flex-wrap items-center gap-2">
      <Button
        look="primary"
        disabled={decide.isPending}
        icon={<Check size={15} aria-hidden />}
        onClick={() => setAsking('approve')}
      >
        {t('exception.deeds.approve')}
      </Button>
      <Button
        disabled={decide.isPending}
        icon={<X size={15} aria-hidden />}
        onClick={() => setAsking('reject')}
      >
        {t('exception.deeds.reject')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t(`exception.ask.${asking}`)}
          verb={t(`exception.deeds.${asking}`)}
          danger={asking === 'reject'}
          busy={decide.isPending}
          onConfirm={() => decide.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          {t(`exception.askHelp.${asking}`)}
        </ConfirmDialog>
      )}
    </section>
  )
}
