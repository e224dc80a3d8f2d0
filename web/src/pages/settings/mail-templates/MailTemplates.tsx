/** The templates of emails, in each language: edited on the left, and seen on the right as they would arrive. */
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { includedTemplatesQuery, type MailTemplates as Stored, settingsQuery } from '@/api/settings'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { FormField, useWiring } from '@/ui/Field'
import { Segments } from '@/ui/Segments'
import { Failed, Loading } from '@/ui/States'
import { SettingsForm, useSettingsForm } from '../SettingsForm'
import { KINDS, type Kind, Preview, usePreview } from './Preview'

const PARTS = ['subject', 'text', 'html'] as const
type Part = (typeof PARTS)[number]
type Language = 'en' | 'fr'
type Included = Record<keyof Stored, string>

/** What can stand in a template, as the server knows it. */
const ANYWHERE = ['title', 'count', 'language', 'preferences_url', 'unsubscribe_url']
const OF_EACH = ['sentence', 'link']
const LIST = ['{{#notifications}}', '{{/notifications}}']
const mark = (name: string) => `{{ ${name} }}`

export default function MailTemplates() {
  const { t } = useTranslation()
  const stored = useQuery(settingsQuery('mail-templates'))
  const included = useQuery(includedTemplatesQuery)
  const error = stored.error ?? included.error
  return (
    <div className="w-full max-w-[96rem]">
      <PageHeader
        title={t('mail.templates')}
        crumbs={[{ label: t('settings.title'), to: '/settings' }]}
        note={t('mailTemplates.note')}
      />
      {(stored.isPending || included.isPending) && !error && <Loading />}
      {error && (
        <Failed
          error={error}
          retry={() => {
            void stored.refetch()
            void included.refetch()
          }}
        />
      )}
      {stored.data && included.data && <Editor stored={stored.data} included={included.data} />}
    </div>
  )
}

function Editor({ stored, included }: { stored: Stored; included: Included }) {
  const { t, i18n } = useTranslation()
  const editing = useSettingsForm('mail-templates', stored)
  const { now, mayChange, set } = editing
  const [language, setLanguage] = useState<Language>(i18n.language.startsWith('fr') ? 'fr' : 'en')
  const [kind, setKind] = useState<Kind>('')
  const of = (part: Part) => now[`${part}_${language}`] ?? included[`${part}_${language}`]
  const isOwn = PARTS.some(part => now[`${part}_${language}`] !== null)
  const looking = usePreview({ language, kind, subject: of('subject'), text: of('text'), html: of('html') })
  const errors = (part: Part) => editing.errors[`${part}_${language}`] ?? looking.errors[part]
  /** What is written as the included template is, stays that one when it changes with an update. */
  const write = (part: Part, text: string) => {
    const name = `${part}_${language}` as const
    set({ [name]: text === included[name] ? null : text })
  }
  return (
    <SettingsForm editing={editing}>
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <Segments
          label={t('mailTemplates.language')}
          value={language}
          segments={[
            { value: 'en', label: 'English' },
            { value: 'fr', label: 'Français' },
          ]}
          onChange={setLanguage}
        />
        <div className="w-72 max-w-full">
          <FormField label={t('mailTemplates.kind')}>
            <Kinds value={kind} onChange={setKind} />
          </FormField>
        </div>
        <div className="flex flex-wrap items-center gap-3 sm:ml-auto">
          <Badge tone={isOwn ? 'info' : 'neutral'}>
            {t(isOwn ? 'mailTemplates.own' : 'mailTemplates.included')}
          </Badge>
          {mayChange && (
            <Button
              disabled={!isOwn}
              onClick={() =>
                set(Object.fromEntries(PARTS.map(part => [`${part}_${language}`, null])) as Partial<Stored>)
              }
            >
              <RotateCcw size={15} aria-hidden />
              {t('mailTemplates.reset')}
            </Button>
          )}
        </div>
      </div>
      <div className="grid items-start gap-x-8 gap-y-8 xl:grid-cols-2">
        <Fields key={language} of={of} errors={errors} disabled={!mayChange} write={write} />
        <div className="min-w-0 xl:sticky xl:top-4">{mayChange && <Preview looking={looking} />}</div>
      </div>
    </SettingsForm>
  )
}

function Kinds({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation()
  return (
    <select
      {...useWiring()}
      className="control"
      value={value}
      onChange={event => onChange(event.target.value as Kind)}
    >
      <option value="">{t('mailTemplates.several')}</option>
      {KINDS.map(kind => (
        <option key={kind} value={kind}>
          {t(`inbox.kindNames.${kind}`)}
        </option>
      ))}
    </select>
  )
}

interface FieldsProps {
  of: (part: Part) => string
  errors: (part: Part) => string[] | undefined
  disabled: boolean
  write: (part: Part, text: string) => void
}

function Fields({ of, errors, disabled, write }: FieldsProps) {
  const { t } = useTranslation()
  /** Where placeholders are put: the field that was last written in. */
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const insert = (text: string) => {
    const field = last.current
    if (!field?.isConnected) return
    field.focus()
    // As if it were typed, so that Ctrl-Z takes it back.
    document.execCommand('insertText', false, text)
  }
  const field = (part: Part, rows?: number) => (
    <FormField label={t(`mailTemplates.${part}`)} errors={errors(part)}>
      <Source
        value={of(part)}
        rows={rows}
        disabled={disabled}
        onFocus={element => {
          last.current = element
        }}
        onChange={text => write(part, text)}
      />
    </FormField>
  )
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {field('subject')}
      {field('text', 9)}
      {field('html', 16)}
      {!disabled && (
        <section
          aria-labelledby="placeholders"
          className="rounded-lg border border-line bg-raised p-4 text-sm"
        >
          <h2 id="placeholders" className="text-base">
            {t('mailTemplates.placeholders')}
          </h2>
          <p className="mt-1 text-ink-soft">{t('mailTemplates.placeholdersHelp')}</p>
          <Marks title={t('mailTemplates.anywhere')} marks={ANYWHERE.map(mark)} onChoose={insert} />
          <Marks title={t('mailTemplates.list')} marks={LIST} onChoose={insert} />
          <Marks title={t('mailTemplates.ofEach')} marks={OF_EACH.map(mark)} onChoose={insert} />
        </section>
      )}
    </div>
  )
}

interface SourceProps {
  value: string
  /** One line without it. */
  rows?: number
  disabled: boolean
  onFocus: (element: HTMLInputElement | HTMLTextAreaElement) => void
  onChange: (text: string) => void
}

function Source({ value, rows, disabled, onFocus, onChange }: SourceProps) {
  const wiring = useWiring()
  const all = {
    ...wiring,
    value,
    disabled,
    spellCheck: false,
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onFocus(event.currentTarget),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (!rows) return <input {...all} className="control font-mono text-sm" />
  return <textarea {...all} rows={rows} className="control resize-y font-mono text-sm leading-5" />
}

interface MarksProps {
  title: string
  marks: string[]
  onChoose: (mark: string) => void
}

function Marks({ title, marks, onChoose }: MarksProps) {
  return (
    <div className="mt-3">
      <h3 className="font-medium text-sm">{title}</h3>
      <p className="flex flex-wrap gap-1.5 pt-1.5">
        {marks.map(text => (
          <button
            key={text}
            type="button"
            // The field keeps its place.
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(text)}
            className="min-h-6 rounded-sm bg-sunken px-1.5 font-mono text-xs hover:bg-hover"
          >
            {text}
          </button>
        ))}
      </p>
    </div>
  )
}
