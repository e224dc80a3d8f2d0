/** A page for one group of settings: read, edited as a whole, and saved with what changed. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '@/api/client'
import {
  type Group,
  type Groups,
  settingsQuery,
  useChangeSettings,
  useMayChangeSettings,
} from '@/api/settings'
import { useTranslation } from '@/i18n/react'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormFoot } from '@/ui/FormFoot'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { sendKey } from '@/ui/sendKey'
import { toast } from '@/ui/Toast'

interface PageProps<G extends Group> {
  group: G
  title: string
  note: string
  children: (stored: Groups[G]) => ReactNode
}

export function SettingsPage<G extends Group>({ group, title, note, children }: PageProps<G>) {
  const { t } = useTranslation()
  const settings = useQuery(settingsQuery(group))
  return (
    <div className="w-full max-w-4xl">
      <PageHeader title={title} crumbs={[{ label: t('settings.title'), to: '/settings' }]} note={note} />
      {settings.isPending && <Loading />}
      {settings.error && !settings.data && (
        <Failed error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.data && children(settings.data)}
    </div>
  )
}

export interface Editing<S> {
  /** What is stored, with what was edited since. */
  now: S
  /** What the server refused, by field. */
  errors: Record<string, string[]>
  mayChange: boolean
  /** How many settings differ from what is stored. */
  unsaved: number
  busy: boolean
  set: (part: Partial<S>) => void
  discard: () => void
  save: () => void
  form: RefObject<HTMLFormElement | null>
}

export function useSettingsForm<G extends Group>(group: G, stored: Groups[G]): Editing<Groups[G]> {
  type S = Groups[G]
  const { t } = useTranslation()
  const mayChange = useMayChangeSettings()
  const change = useChangeSettings(group)
  const [edited, setEdited] = useState<Partial<S>>({})
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const form = useRef<HTMLFormElement>(null)
  // A list is another one whenever it was edited, whatever is in it.
  const differs = (name: keyof S) => JSON.stringify(edited[name]) !== JSON.stringify(stored[name])
  const changed = (Object.keys(edited) as (keyof S)[]).filter(differs)
  const discard = () => {
    setEdited({})
    setErrors({})
  }
  const set = (part: Partial<S>) => {
    setEdited(before => ({ ...before, ...part }))
    setErrors(before => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }
  const save = () =>
    change.mutate(Object.fromEntries(changed.map(name => [name, edited[name]])) as Partial<S>, {
      onSuccess: () => {
        discard()
        toast.good(t('common.saved'))
      },
      onError: error => {
        if (error instanceof ApiError && error.problem.errors) {
          setErrors(error.problem.errors)
          requestAnimationFrame(() =>
            form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
          )
        } else toast.bad(error)
      },
    })
  return {
    now: { ...stored, ...edited },
    errors,
    mayChange,
    unsaved: changed.length,
    busy: change.isPending,
    set,
    discard,
    save,
    form,
  }
}

/** The form around the fields: saving with Ctrl-Enter, what is unsaved, and the question before leaving it. */
export function SettingsForm<S>({ editing, children }: { editing: Editing<S>; children: ReactNode }) {
  const { t } = useTranslation()
  const { unsaved, busy, save } = editing
  const dirty = useRef(false)
  useEffect(() => {
    dirty.current = unsaved > 0
  })
  return (
    <form
      ref={editing.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      onKeyDown={sendKey(save, busy || unsaved === 0)}
    >
      <div className="flex flex-col gap-8 px-5 pt-3 pb-8 lg:px-8">
        {!editing.mayChange && <Callout>{t('settings.readOnly')}</Callout>}
        {children}
      </div>
      {unsaved > 0 && (
        <FormFoot>
          <p role="status" className="mr-auto text-ink-soft">
            {t('settings.unsaved', { count: unsaved })}
          </p>
          <Button onClick={editing.discard}>{t('settings.discard')}</Button>
          <Button look="primary" type="submit" disabled={busy}>
            {t('common.save')}
          </Button>
        </FormFoot>
      )}
      <LeaveGuard isDirty={() => dirty.current} />
    </form>
  )
}

interface SectionProps {
  title: string
  help: string
  children: ReactNode
}

export function SettingsSection({ title, help, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-line border-t pt-5 md:grid-cols-[13rem_1fr]"
    >
      <div>
        <h2 id={id} className="text-base">
          {title}
        </h2>
        <p className="mt-1 text-ink-soft text-sm">{help}</p>
      </div>
      <div className="flex flex-col gap-5">{children}</div>
    </section>
  )
}

interface SwitchLineProps {
  label: string
  help?: string
  errors?: string[]
  checked: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}

export function SwitchLine({ label, help, errors, checked, disabled, onChange }: SwitchLineProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <p className="font-medium">{label}</p>
        {help && (
          <p id={id} className="text-ink-soft text-sm">
            {help}
          </p>
        )}
        {errors && <p className="text-bad text-sm">{errors.join(' ')}</p>}
      </div>
      <span className="pt-0.5">
        <Switch checked={checked} onChange={onChange} disabled={disabled} label={label} describedBy={id} />
      </span>
    </div>
  )
}
