import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '@/api/client'
import { refresh } from '@/api/objects'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { FormField, useWiring } from '@/ui/Field'
import { addDays, today } from '../../due/days'
import { StepFrame } from './StepFrame'

/** Controls that nearly everyone begins with; their words are in the language files. */
const COMMON = ['signIn', 'backups', 'patches', 'access', 'training', 'incidents', 'encryption', 'suppliers']
const FIRST = new Set(['signIn', 'backups', 'patches', 'access'])

const lines = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim().replace(/^(PR|SP):\s*/i, ''))
    .filter(Boolean)

/** What matters, what it depends on, and what protects it. */
export function ObjectsStep({
  domain,
  onDone,
  onSkip,
}: {
  domain: string
  onDone: () => void
  onSkip: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const user = useUser()
  const [services, setServices] = useState('')
  const [systems, setSystems] = useState('')
  const [chosen, setChosen] = useState(FIRST)
  const make = useMutation({
    mutationFn: async () => {
      const primary = lines(services)
      const supporting = lines(systems)
      const text = [...primary.map(name => `PR: ${name}`), ...supporting.map(name => `SP: ${name}`)]
      const body = { assets_text: text.join('\n'), folder: domain }
      const made = await request<{ created: { id: string; name: string }[] }>('assets/batch-create/', {
        method: 'POST',
        body,
      })
      const called = (names: string[]) =>
        made.data.created.filter(asset => names.includes(asset.name)).map(asset => asset.id)
      const assets = called(primary)
      const ids = called(supporting).filter(id => !assets.includes(id))
      if (ids.length > 0) {
        const change = { action: 'add_to_field', ids, field: 'parent_assets', value: assets, atomic: true }
        await request('assets/batch-action/', { method: 'POST', body: change })
      }
      for (const [at, name] of [...chosen].entries()) {
        await request('applied-controls/', {
          method: 'POST',
          body: {
            name: t(`start.common.${name}`),
            folder: domain,
            status: 'to_do',
            eta: addDays(today(), 30 * (at + 1)),
            owner: user.actor_id ? [user.actor_id] : [],
            assets,
          },
        })
      }
    },
    onSuccess: async () => {
      await refresh(client)
      onDone()
    },
  })
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  return (
    <StepFrame
      title={t('start.objects.title')}
      help={t('start.objects.help')}
      action={t('start.objects.action')}
      busy={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
      onSkip={onSkip}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label={t('start.objects.services')} help={t('start.objects.perLine')} required>
          <Lines
            value={services}
            onChange={setServices}
            placeholder={t('start.objects.servicesExample')}
            required
          />
        </FormField>
        <FormField label={t('start.objects.systems')} help={t('start.objects.perLine')}>
          <Lines value={systems} onChange={setSystems} placeholder={t('start.objects.systemsExample')} />
        </FormField>
      </div>
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('start.objects.controls')}</legend>
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {COMMON.map(name => (
            <label key={name} className="flex items-center gap-2 rounded-md py-1">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={chosen.has(name)}
                onChange={() => toggle(name)}
              />
              {t(`start.common.${name}`)}
            </label>
          ))}
        </div>
      </fieldset>
    </StepFrame>
  )
}

interface LinesProps {
  value: string
  onChange: (value: string) => void
  placeholder: string
  required?: boolean
}

function Lines({ value, onChange, placeholder, required }: LinesProps) {
  return (
    <textarea
      {...useWiring()}
      rows={4}
      required={required}
      value={value}
      placeholder={placeholder}
      onChange={event => onChange(event.target.value)}
      className="control resize-y"
    />
  )
}
