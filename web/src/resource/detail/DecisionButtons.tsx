/**
 * The buttons of whoever decides about an object: each carries out one of its actions, after a question where the decision
 * cannot be taken back easily.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FormField, useWiring } from '@/ui/Field'
import { toast } from '@/ui/Toast'

export interface DecisionDeed {
  /** The action of the resource. */
  name: string
  label: string
  icon: LucideIcon
  /** Said once it is carried out. */
  done: string
  primary?: boolean
  disabled?: boolean
  /** Asked before it is carried out; without it the button acts at once. */
  question?: { title: string; text: string; danger?: boolean; notes?: Notes }
}

/** What may be said with a decision. */
export interface Notes {
  /** The field of the action that takes it. */
  field: string
  label: string
  /** Whether it cannot be left out. */
  required?: boolean
}

interface Props {
  path: string
  row: Row
  deeds: DecisionDeed[]
}

export function DecisionButtons({ path, row, deeds }: Props) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<DecisionDeed | null>(null)
  const [said, setSaid] = useState('')
  const notes = asking?.question?.notes
  const carryOut = useMutation({
    mutationFn: (deed: DecisionDeed) => {
      const field = deed.question?.notes?.field
      const body = field && said.trim() ? { [field]: said.trim() } : undefined
      return request(`${path}/${row.id}/${deed.name}/`, { method: 'POST', body })
    },
    onSuccess: (_, deed) => toast.good(deed.done),
    onError: toast.bad,
    onSettled: () => {
      setAsking(null)
      refresh(client)
    },
  })
  if (deeds.length === 0) return null
  return (
    <div
      data-no-print
      className="flex flex-wrap items-center gap-2 max-sm:[&>button]:h-11 max-sm:[&>button]:grow"
    >
      {deeds.map(deed => (
        <Button
          key={deed.name}
          look={deed.primary ? 'primary' : 'plain'}
          // On a phone it has a line of its own, within reach of the thumb.
          className={deed.primary ? 'max-sm:basis-full' : undefined}
          disabled={carryOut.isPending || deed.disabled}
          icon={<deed.icon size={15} aria-hidden />}
          onClick={() => {
            setSaid('')
            if (deed.question) setAsking(deed)
            else carryOut.mutate(deed)
          }}
        >
          {deed.label}
        </Button>
      ))}
      {asking?.question && (
        <ConfirmDialog
          title={asking.question.title}
          verb={asking.label}
          danger={asking.question.danger}
          busy={carryOut.isPending || (notes?.required && !said.trim())}
          onConfirm={() => carryOut.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{asking.question.text}</p>
          {notes && (
            <div className="mt-3">
              <FormField label={notes.label} required={notes.required}>
                <NotesControl value={said} onChange={setSaid} />
              </FormField>
            </div>
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}

function NotesControl({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <textarea
      {...useWiring()}
      rows={3}
      maxLength={2000}
      value={value}
      onChange={event => onChange(event.target.value)}
      className="control h-auto w-full py-2"
    />
  )
}
