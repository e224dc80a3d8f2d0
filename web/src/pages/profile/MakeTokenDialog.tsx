/** Asks for the name of a new secret and what it is for, creates it, and shows it once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ApiError, request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { type Token, tokensQuery } from './api'

interface NameWords {
  label: string
  help: string
  placeholder?: string
}

interface Props {
  title: string
  verb: string
  intro?: string
  name: NameWords
  /** What is asked of the server besides the name. */
  body: object
  /** The other fields, given what the server refused. */
  children: (errors: Record<string, string[]>) => ReactNode
  shown: (made: Token) => ReactNode
  onClose: () => void
}

export function MakeTokenDialog({ title, verb, intro, name: words, body, children, shown, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useId()
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: async () =>
      (
        await request<Token>('iam/auth-tokens/', {
          method: 'POST',
          body: { name: name.trim(), ...body },
        })
      ).data,
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  if (make.data) return shown(make.data)
  const errors = make.error instanceof ApiError ? (make.error.problem.errors ?? {}) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" form={form} disabled={make.isPending || !name.trim()}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {make.error && Object.keys(errors).length === 0 && (
          <Callout tone="bad" urgent>
            {make.error.message}
          </Callout>
        )}
        {intro && <p className="max-w-[62ch] text-pretty text-ink-soft">{intro}</p>}
        <FormField label={words.label} help={words.help} errors={errors.name} required>
          <Name value={name} placeholder={words.placeholder} onChange={setName} />
        </FormField>
        {children(errors)}
      </form>
    </Dialog>
  )
}

interface NameProps {
  value: string
  placeholder?: string
  onChange: (text: string) => void
}

function Name({ value, placeholder, onChange }: NameProps) {
  return (
    <input
      {...useWiring()}
      className="control"
      autoFocus
      autoComplete="off"
      maxLength={200}
      placeholder={placeholder}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
