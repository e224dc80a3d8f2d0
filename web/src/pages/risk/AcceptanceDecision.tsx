/** On the page of a risk acceptance: the risks it is about, why, and the buttons of whoever may go on. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Pencil, Send, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '@/api/client'
import { isRef, type Row } from '@/api/model'
import { pageQuery, refresh } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/Toast'
import type { DetailProps } from '../index'
import { ACCEPTANCES, SCENARIOS } from './api'
import LevelsCell from './LevelsCell'
import { type Deed, deedsFor } from './model/acceptance'
import { Treatment } from './ScenarioList'

const ICONS = { submit: Send, draft: Pencil, accept: Check, reject: X, revoke: Undo2 }

export default function AcceptanceDecision({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  const client = useQueryClient()
  const [asking, setAsking] = useState<Deed | null>(null)
  const folder = isRef(row.folder) ? row.folder.id : undefined
  const approver = isRef(row.approver) ? row.approver : null
  const isApprover = approver?.id === user.id
  const deeds = deedsFor(String(row.state), {
    edits:
      resource.permissions.change && !resource.read_only && may(user, `change_${resource.model}`, folder),
    approves: isApprover && !resource.read_only && may(user, `approve_${resource.model}`, folder),
  })
  const carryOut = useMutation({
    mutationFn: (deed: Deed) => request(`${ACCEPTANCES}/${row.id}/${deed}/`, { method: 'POST' }),
    onSuccess: (_, deed) => {
      setAsking(null)
      toast.good(t(`risk.decided.${deed}`))
    },
    onError: error => {
      setAsking(null)
      toast.bad(error)
    },
    onSettled: () => refresh(client),
  })
  const waits = row.state === 'submitted' && approver && !isApprover
  return (
    <section aria-label={t('risk.decision')} className="mb-6 flex flex-col gap-4">
      {typeof row.justification === 'string' && row.justification && (
        <blockquote className="max-w-prose whitespace-pre-line border-accent border-l-3 pl-3">
          {row.justification}
        </blockquote>
      )}
      <Scenarios row={row} />
      {waits && <Callout tone="info">{t('risk.waitsFor', { name: approver.str })}</Callout>}
      {row.state === 'created' && !approver && <Callout tone="warn">{t('risk.noApprover')}</Callout>}
      {deeds.length > 0 && (
        <div data-no-print className="flex flex-wrap items-center gap-2">
          {deeds.map((deed, at) => {
            const Icon = ICONS[deed]
            return (
              <Button
                key={deed}
                look={at === 0 && deed !== 'revoke' && deed !== 'draft' ? 'primary' : 'plain'}
                disabled={carryOut.isPending || (deed === 'submit' && !approver)}
                icon={<Icon size={15} aria-hidden />}
                onClick={() =>
                  deed === 'submit' || deed === 'draft' ? carryOut.mutate(deed) : setAsking(deed)
                }
              >
                {t(`risk.deeds.${deed}`)}
              </Button>
            )
          })}
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={t(`risk.ask.${asking}`)}
          verb={t(`risk.deeds.${asking}`)}
          danger={asking !== 'accept'}
          busy={carryOut.isPending}
          onConfirm={() => carryOut.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          {t(`risk.askHelp.${asking}`)}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The risks that are accepted, with their levels. */
function Scenarios({ row }: { row: Row }) {
  const { t } = useTranslation()
  const ids = (Array.isArray(row.risk_scenarios) ? row.risk_scenarios : []).filter(isRef).map(ref => ref.id)
  const found = useQuery({ ...pageQuery(SCENARIOS, { id: ids.join(',') }), enabled: ids.length > 0 })
  return (
    <div>
      <h2 className="mb-1 text-base">{t('risk.accepted')}</h2>
      <ul>
        {found.data?.results.map(one => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2 text-sm"
          >
            <span className="flex min-w-0 grow basis-56 items-baseline gap-2">
              {typeof one.ref_id === 'string' && one.ref_id && (
                <span className="tabular text-ink-soft">{one.ref_id}</span>
              )}
              <Link
                to={to.item(SCENARIOS, one.id)}
                className="min-w-0 break-words rounded-sm font-medium underline-offset-3 hover:underline"
              >
                {String(one.name)}
              </Link>
            </span>
            <LevelsCell row={one} />
            <span className="w-20 text-ink-soft">
              <Treatment value={one.treatment} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
