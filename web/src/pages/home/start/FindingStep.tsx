import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '@/api/client'
import { type Row, title, useModel } from '@/api/model'
import { type Page, pageQuery, refresh } from '@/api/objects'
import { useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { FormField, useWiring } from '@/ui/Field'
import { addDays, today } from '../../due/days'
import { Name } from './DomainStep'
import { StepFrame } from './StepFrame'

/** A known problem, recorded so that it is followed up. */
export function FindingStep({
  domain,
  onDone,
  onSkip,
}: {
  domain: string
  onDone: () => void
  onSkip: () => void
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const user = useUser()
  const resource = useModel().resources.findings
  const assets = useQuery(pageQuery('assets', { folder: domain, ordering: '-type,name' }, 0, 50))
  const [name, setName] = useState('')
  const [severity, setSeverity] = useState('2')
  const [asset, setAsset] = useState('')
  const field = resource?.fields.find(one => one.name === 'severity')
  const make = useMutation({
    mutationFn: async () => {
      const found = await request<Page>('findings-assessments/', { params: { folder: domain, limit: 1 } })
      const review =
        found.data.results[0]?.id ??
        (
          await request<Row>('findings-assessments/', {
            method: 'POST',
            body: {
              name: t('start.finding.review'),
              folder: domain,
              category: 'self_identified',
              status: 'in_progress',
            },
          })
        ).data.id
      await request('findings/', {
        method: 'POST',
        body: {
          name: name.trim(),
          findings_assessment: review,
          severity: Number(severity),
          status: 'identified',
          due_date: addDays(today(), 30),
          owner: user.actor_id ? [user.actor_id] : [],
          ...(asset && { asset }),
        },
      })
    },
    onSuccess: async () => {
      await refresh(client)
      onDone()
    },
  })
  return (
    <StepFrame
      title={t('start.finding.title')}
      help={t('start.finding.help')}
      action={t('start.finding.action')}
      busy={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
      onSkip={onSkip}
    >
      <FormField label={t('start.finding.label')} required>
        <Name value={name} onChange={setName} placeholder={t('start.finding.example')} />
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label={t('start.finding.severity')}>
          <Choose
            value={severity}
            onChange={setSeverity}
            options={(field?.choices ?? [])
              .filter(choice => Number(choice.key) >= 0 && resource && field)
              .map(choice => [
                String(choice.key),
                resource && field ? labels.choice(resource, field, choice) : '',
              ])}
          />
        </FormField>
        <FormField label={t('start.finding.asset')}>
          <Choose
            value={asset}
            onChange={setAsset}
            options={[
              ['', t('form.notSet')],
              ...(assets.data?.results ?? []).map((row): [string, string] => [row.id, title(row)]),
            ]}
          />
        </FormField>
      </div>
    </StepFrame>
  )
}

interface ChooseProps {
  value: string
  onChange: (value: string) => void
  options: [string, string][]
}

function Choose({ value, onChange, options }: ChooseProps) {
  const { 'aria-required': _, ...wiring } = useWiring()
  return (
    <select {...wiring} value={value} onChange={event => onChange(event.target.value)} className="control">
      {options.map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  )
}
