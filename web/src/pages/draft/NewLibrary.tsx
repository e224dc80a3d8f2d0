/** A library of one's own begins: empty, from one that is loaded, or from a file. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/api/client'
import { useDomains } from '@/api/domains'
import { useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { useUser } from '@/api/user'
import { languageInside } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { DropZone } from '@/ui/DropZone'
import { FormField, useWiring } from '@/ui/Field'
import { librariesQuery, STORED } from '../library/api'
import { FileProblems } from '../library/FileProblems'
import { Input } from './AddFramework'
import { adopt, create, DRAFTS, importFile } from './api'
import { ACCEPTED } from './ImportDialog'
import { slug } from './model/names'

const WAYS = ['empty', 'adopt', 'file'] as const
type Way = (typeof WAYS)[number]

export default function NewLibrary() {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const [way, setWay] = useState<Way>('empty')
  const libraries = model.resources[STORED]
  if (!model.resources[DRAFTS]?.permissions.add) return <NotFound />
  return (
    <>
      <PageHeader
        title={t('draft.new')}
        crumbs={[{ label: libraries ? labels.plural(libraries) : '', to: to.list(STORED) }]}
        note={t('draft.newHelp')}
      />
      <div className="flex max-w-3xl flex-col gap-6 px-5 pb-10 lg:px-8">
        <ChoiceCards
          columns={3}
          label={t('draft.startWith')}
          value={way}
          onChange={setWay}
          choices={WAYS.map(value => ({
            value,
            label: t(`draft.start.${value}`),
            help: t(`draft.start.${value}Help`),
          }))}
        />
        {way === 'file' ? <FromFile /> : <Named key={way} way={way} language={i18n.language} />}
      </div>
    </>
  )
}

/** Opens the draft that was made. */
function useOpenDraft() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async ({ id }: { id: string }) => {
    void refresh(client)
    await navigate({ to: to.item(DRAFTS, id) })
  }
}

function FromFile() {
  const onSuccess = useOpenDraft()
  const send = useMutation({ mutationFn: importFile, onSuccess })
  return (
    <>
      <DropZone
        accept={ACCEPTED}
        busy={send.isPending}
        label={send.isPending ? send.variables.name : undefined}
        onFiles={files => files[0] && send.mutate(files[0])}
      />
      <FileProblems name={send.variables?.name ?? ''} error={send.error} />
    </>
  )
}

/** What the packager of a person's libraries probably is: where they work. */
const packagerOf = (email: string) => email.split('@')[1]?.split('.').at(-2) ?? ''

function Named({ way, language }: { way: 'empty' | 'adopt'; language: string }) {
  const { t } = useTranslation()
  const root = useDomains()
  const user = useUser()
  const all = useQuery(librariesQuery).data ?? []
  const loaded = all.filter(one => one.loaded_library)
  const [source, setSource] = useState('')
  const from = loaded.find(one => one.id === source)
  const [next, setNext] = useState(false)
  const [name, setName] = useState('')
  const [packager, setPackager] = useState(packagerOf(user.email))
  const [ref, setRef] = useState('')
  const reference = ref || slug(name)
  const onSuccess = useOpenDraft()
  const identity = { name: name.trim(), packager: packager.trim(), ref_id: reference }
  const send = useMutation({
    mutationFn: () =>
      way === 'empty'
        ? create({ ...identity, locale: language, folder: root.uuid })
        : adopt({ library: from?.loaded_library, ...(!next && identity) }),
    onSuccess,
  })
  const wrong = send.error instanceof ApiError ? send.error.problem.errors : undefined
  const asksName = way === 'empty' || !next
  const complete = asksName ? !!(identity.name && identity.packager && reference) : true
  const ready = complete && (way === 'empty' || !!from)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) send.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {way === 'adopt' && (
        <>
          <FormField required label={t('draft.source')} errors={wrong?.library}>
            <Sources
              value={source}
              options={loaded.map(one => [one.id, one.name])}
              onChange={id => {
                setSource(id)
                setNext(false)
                setName(t('draft.copyOf', { name: loaded.find(one => one.id === id)?.name ?? '' }))
              }}
            />
          </FormField>
          {loaded.length === 0 && <p className="text-ink-soft text-sm">{t('draft.noneLoaded')}</p>}
          {/* What ships with Cairn gets its next version from Cairn. */}
          {from && !from.builtin && (
            <ChoiceCards
              label={t('draft.kindOfCopy')}
              value={next ? 'next' : 'own'}
              onChange={value => setNext(value === 'next')}
              choices={[
                { value: 'own', label: t('draft.copies.own'), help: t('draft.copies.ownHelp') },
                { value: 'next', label: t('draft.copies.next'), help: t('draft.copies.nextHelp') },
              ]}
            />
          )}
        </>
      )}
      {asksName && (way === 'empty' || from) && (
        <>
          <FormField required label={t('draft.name')} errors={wrong?.name}>
            <Input value={name} onChange={setName} />
          </FormField>
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField
              required
              label={t('draft.packager')}
              help={t('draft.packagerHelp')}
              errors={wrong?.packager}
            >
              <Input value={packager} onChange={setPackager} />
            </FormField>
            <FormField label={t('draft.ref')} help={t('draft.refHelp')} errors={wrong?.ref_id}>
              <Input value={ref} onChange={setRef} placeholder={slug(name)} />
            </FormField>
          </div>
          {way === 'empty' && (
            <p className="text-ink-soft text-sm">
              {t('draft.language', { language: languageInside(language) })}
            </p>
          )}
        </>
      )}
      {send.error && (
        <Callout tone="bad" urgent>
          {send.error.message}
        </Callout>
      )}
      <div>
        <Button look="primary" type="submit" disabled={!ready || send.isPending}>
          {t('draft.createDraft')}
        </Button>
      </div>
    </form>
  )
}

function Sources({
  value,
  options,
  onChange,
}: {
  value: string
  options: [string, string][]
  onChange: (id: string) => void
}) {
  const { t } = useTranslation()
  return (
    <select
      {...useWiring()}
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      <option value="">{t('draft.chooseLibrary')}</option>
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
