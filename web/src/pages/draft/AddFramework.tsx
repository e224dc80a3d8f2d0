/** A further framework of a draft, still empty. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/api/client'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { addFramework } from './api'
import { useDrafting, useOpened } from './drafting'
import { slug } from './model/names'

export function AddFramework({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { draft, content, saved } = useDrafting()
  const [, open] = useOpened()
  const first = (content.frameworks ?? []).length === 0
  const [name, setName] = useState(first ? draft.name : '')
  const [ref, setRef] = useState('')
  const reference = ref || slug(name)
  const add = useMutation({
    mutationFn: async () => {
      await saved()
      return addFramework(draft.id, { name: name.trim(), ref_id: reference, min_score: 0, max_score: 4 })
    },
    onSuccess: async ({ urn }) => {
      await refresh(client)
      onClose()
      open(null, urn)
    },
  })
  const wrong = add.error instanceof ApiError ? add.error.problem.errors : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && reference) add.mutate()
  }
  return (
    <Dialog
      open
      size="sm"
      title={t('draft.addFramework')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            form="add-framework"
            disabled={!name.trim() || !reference || add.isPending}
          >
            {t('draft.addFramework')}
          </Button>
        </>
      }
    >
      <form id="add-framework" onSubmit={submit} className="flex flex-col gap-4">
        <FormField required label={t('draft.name')} errors={wrong?.name}>
          <Input value={name} onChange={setName} />
        </FormField>
        <FormField label={t('draft.ref')} help={t('draft.refHelp')} errors={wrong?.ref_id}>
          <Input value={ref} onChange={setRef} placeholder={slug(name)} />
        </FormField>
        {add.error && !wrong && (
          <Callout tone="bad" urgent>
            {add.error.message}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}

export function Input({
  value,
  onChange,
  placeholder,
}: {
  value: string
  onChange: (text: string) => void
  placeholder?: string
}) {
  return (
    <input
      {...useWiring()}
      className="control"
      autoComplete="off"
      value={value}
      placeholder={placeholder}
      onChange={event => onChange(event.target.value)}
    />
  )
}
