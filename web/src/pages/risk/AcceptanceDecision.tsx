/** On the page of a risk acceptance: the risks it is about, why, and the buttons of whoever may go on. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Pencil, Send, Undo2, X } from 'lucide-react'
import { isRef, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { DecisionButtons } from '@/resource/detail/DecisionButtons'
import { Callout } from '@/ui/Callout'
import type { DetailProps } from '../index'
import { ACCEPTANCES, SCENARIOS } from './api'
import LevelsCell from './LevelsCell'
import { deedsFor, isAsked } from './model/acceptance'
import { Treatment } from './ScenarioList'

const ICONS = { submit: Send, draft: Pencil, accept: Check, reject: X, revoke: Undo2 }

export default function AcceptanceDecision({ row, ...props }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  // What the page was given is frozen unless it is a draft; going back to a draft is a change all the same.
  const resource = useModel().resources[ACCEPTANCES] ?? props.resource
  const folder = isRef(row.folder) ? row.folder.id : undefined
  const approver = isRef(row.approver) ? row.approver : null
  const isApprover = approver?.id === user.id
  const deeds = deedsFor(String(row.state), {
    edits:
      resource.permissions.change && !resource.read_only && may(user, `change_${resource.model}`, folder),
    approves: isApprover && !resource.read_only && may(user, `approve_${resource.model}`, folder),
  })
  const waits = row.state === 'submitted' && approver && !isApprover
  return (
    <section aria-label={t('risk.decision')} className="flex flex-col gap-4">
      {typeof row.justification === 'string' && row.justification && (
        <blockquote className="max-w-prose whitespace-pre-line border-accent border-l-3 pl-3">
          {row.justification}
        </blockquote>
      )}
      <Scenarios row={row} />
      {waits && <Callout tone="info">{t('risk.waitsFor', { name: approver.str })}</Callout>}
      {row.state === 'created' && !approver && <Callout tone="warn">{t('risk.noApprover')}</Callout>}
      <DecisionButtons
        path={ACCEPTANCES}
        row={row}
        deeds={deeds.map((name, at) => ({
          name,
          label: t(`risk.deeds.${name}`),
          icon: ICONS[name],
          done: t(`risk.decided.${name}`),
          primary: at === 0 && name !== 'revoke' && name !== 'draft',
          disabled: name === 'submit' && !approver,
          question: isAsked(name)
            ? { title: t(`risk.ask.${name}`), text: t(`risk.askHelp.${name}`), danger: name !== 'accept' }
            : undefined,
        }))}
      />
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
      <h2 className="mb-1 text-base">{t(row.state === 'accepted' ? 'risk.acceptedNow' : 'risk.accepted')}</h2>
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
            <span className="sm:w-64">
              <LevelsCell row={one} />
            </span>
            <span className="w-20 text-ink-soft">
              <Treatment value={one.treatment} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
