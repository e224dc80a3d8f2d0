import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useInterface } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { FormField, useWiring } from '@/ui/Field'
import { StepFrame } from './StepFrame'

/** The part of the organisation to start with. */
export function DomainStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [ui, change] = useInterface()
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: async () =>
      (await request<Row>('folders/', { method: 'POST', body: { name: name.trim() } })).data,
    onSuccess: async row => {
      change({ start: { ...ui.start, domain: row.id } })
      await refresh(client)
      onDone()
    },
  })
  return (
    <StepFrame
      title={t('start.domain.title')}
      help={t('start.domain.help')}
      action={t('start.domain.action')}
      busy={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
    >
      <FormField label={t('start.domain.label')} required>
        <Name value={name} onChange={setName} placeholder={t('start.domain.example')} />
      </FormField>
    </StepFrame>
  )
}

interface NameProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  type?: string
}

export function Name({ value, onChange, placeholder, type = 'text' }: NameProps) {
  return (
    <input
      {...useWiring()}
      type={type}
      required
      maxLength={type === 'url' ? 2000 : 200}
      value={value}
      placeholder={placeholder}
      onChange={event => onChange(event.target.value)}
      className="control"
    />
  )
}
