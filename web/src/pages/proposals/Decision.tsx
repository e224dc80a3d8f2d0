/** What a proposal would change, and the buttons to approve or reject it. */
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isRef, useModel } from '@/api/model'
import { may, useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Changes } from '@/resource/journal/Change'
import type { FieldChange } from '@/resource/journal/entry'
import { Button } from '@/ui/Button'
import type { DetailProps } from '..'

const ActionDialog = lazy(() => import('@/resource/ActionDialog'))

interface Proposed {
  kind: string
  resource: string
  /** None for one that would be made. */
  id: string | null
  name: string
  changes: FieldChange[]
}

export default function Decision({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const [deciding, setDeciding] = useState<string | null>(null)
  const proposed = (row.changes ?? []) as Proposed[]
  const folder = isRef(row.folder) ? row.folder.id : undefined
  const mayDecide = may(useUser(), `change_${resource.model}`, folder) && resource.actions.length > 0
  const isOpen = row.decided_at === null
  const action = resource.actions.find(one => one.name === deciding)
  return (
    <section aria-label={t('proposals.title')} className="mb-6 flex flex-col gap-4">
      {typeof row.note === 'string' && row.note !== '' && (
        <blockquote className="border-accent border-l-3 pl-3">{row.note}</blockquote>
      )}
      {proposed.length === 0 && <p className="text-ink-soft">{t('proposals.unseen')}</p>}
      {proposed.map((one, at) => (
        <ProposedObject key={one.id ?? `${one.resource} ${at}`} proposed={one} />
      ))}
      {typeof row.reason === 'string' && row.reason !== '' && (
        <p className="whitespace-pre-wrap break-words">
          <span className="font-medium">{t('proposals.reason')}</span> {row.reason}
        </p>
      )}
      {isOpen && mayDecide && (
        <div data-no-print className="flex flex-wrap items-center gap-2">
          <Button
            look="primary"
            icon={<Check size={15} aria-hidden />}
            onClick={() => setDeciding('approve')}
          >
            {t('proposals.approve')}
          </Button>
          <Button icon={<X size={15} aria-hidden />} onClick={() => setDeciding('reject')}>
            {t('proposals.reject')}
          </Button>
          <p className="text-ink-soft text-sm">{t('proposals.help')}</p>
        </div>
      )}
      {action && (
        <Suspense>
          <ActionDialog
            resource={resource}
            row={row}
            action={action}
            quiet
            onClose={() => setDeciding(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

function ProposedObject({ proposed }: { proposed: Proposed }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[proposed.resource]
  return (
    <article className="rounded-lg border border-line p-4">
      <h2 className="mb-3">
        {t(`proposals.${proposed.kind}`, { kind: resource ? labels.name(resource).toLowerCase() : '' })}{' '}
        {resource && proposed.id ? (
          <Link
            to={to.item(resource.path, proposed.id)}
            className="font-medium text-accent underline-offset-3 hover:underline"
          >
            {proposed.name}
          </Link>
        ) : (
          <span className="font-medium">{proposed.name}</span>
        )}
      </h2>
      <Changes resource={resource} kind={proposed.kind} changes={proposed.changes} />
    </article>
  )
}
