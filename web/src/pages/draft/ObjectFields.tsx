/** The fields that every object of a draft has, and what is wrong with it as a whole. */
import { useTranslation } from '@/i18n/react'
import { Callout } from '@/ui/Callout'
import type { useErrors } from './drafting'
import { TextField } from './fields'
import type { SetField } from './useFields'

interface Props {
  said: (field: string) => string
  errors: ReturnType<typeof useErrors>
  /** The fields that the panel shows; what is wrong with others is said first. */
  own: string[]
  set: SetField
}

export function ObjectFields({ said, errors, own, set }: Props) {
  const { t } = useTranslation()
  const besides = errors.besides(own)
  const text = (field: string, label: string) => ({
    label,
    value: said(field),
    errors: errors.of(field),
    onSave: (typed: string, seen: string) => set(field, typed, seen),
  })
  return (
    <>
      {besides.length > 0 && <Wrong messages={besides} />}
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
        <TextField {...text('ref_id', t('draft.ref'))} />
        <TextField name="name" {...text('name', t('draft.name'))} />
      </div>
      <TextField long {...text('description', t('draft.description'))} />
    </>
  )
}

export function Wrong({ messages }: { messages: string[] }) {
  return (
    <Callout tone="bad">
      {messages.length === 1 ? (
        messages[0]
      ) : (
        <ul className="list-disc pl-4">
          {messages.map(message => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
