/** The second step: which column is which field, and what to do with existing records. */
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import type { Field, Resource } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { type Labels, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { cn } from '@/ui/cn'
import { FormField } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { Control } from '../form/Control'
import type { Choices, Conflict, Contents } from './api'
import { importable, missing, twice } from './fields'

interface Props {
  resource: Resource
  file: File
  contents: Contents
  choices: Omit<Choices, 'words'>
  busy: boolean
  error: Error | null
  onChange: (change: Partial<Choices>) => void
  onSheet: (sheet: string) => void
  onBack: () => void
  onNext: () => void
}

const CONFLICTS: Conflict[] = ['stop', 'skip', 'update']

export function MapColumns(props: Props) {
  const { resource, file, contents, choices, busy, error, onChange, onSheet, onBack, onNext } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const sheets = useId()
  const { mapping } = choices
  const fields = importable(resource)
  const doubled = twice(mapping)
  const mapped = new Set(Object.values(mapping).filter(Boolean))
  const { given, lost } = missing(resource, mapped)
  return (
    <div className="flex flex-col gap-6">
      <p>
        {t('import.found', {
          file: file.name,
          rows: formatNumber(contents.rows),
          columns: formatNumber(contents.columns.length),
        })}
      </p>
      {contents.sheets.length > 1 && (
        <div className="flex max-w-sm flex-col gap-1.5">
          <label htmlFor={sheets} className="font-medium">
            {t('import.sheet')}
          </label>
          <select
            id={sheets}
            className="control"
            value={contents.sheet ?? ''}
            onChange={event => onSheet(event.target.value)}
          >
            {contents.sheets.map(sheet => (
              <option key={sheet}>{sheet}</option>
            ))}
          </select>
        </div>
      )}
      <section aria-labelledby={`${sheets}-columns`}>
        <h2 id={`${sheets}-columns`} className="mb-2 text-lg">
          {t('import.columns')}
        </h2>
        <div className="overflow-hidden rounded-lg border border-line bg-raised">
          <table className="w-full border-separate border-spacing-0">
            <thead>
              <tr className="text-left text-ink-soft text-sm">
                <th scope="col" className="border-line border-b px-4 py-2 font-medium">
                  {t('import.column')}
                </th>
                <th scope="col" className="border-line border-b px-4 py-2 font-medium max-sm:hidden">
                  {t('import.samples')}
                </th>
                <th scope="col" className="border-line border-b px-4 py-2 font-medium">
                  {t('import.field')}
                </th>
              </tr>
            </thead>
            <tbody>
              {contents.columns.map(column => {
                const chosen = mapping[column.heading] ?? ''
                return (
                  <tr key={column.heading} className="[tr+tr>&]:border-t">
                    <th
                      scope="row"
                      className={cn(
                        'max-w-40 truncate border-line border-b px-4 py-1.5 text-left font-medium',
                        !chosen && 'text-ink-faint',
                      )}
                    >
                      {column.heading}
                    </th>
                    <td className="max-w-72 truncate border-line border-b px-4 py-1.5 text-ink-soft text-sm max-sm:hidden">
                      {column.samples.join(' · ') || '—'}
                    </td>
                    <td className="w-72 border-line border-b px-4 py-1.5">
                      <span className="flex items-center gap-2">
                        <ArrowRight size={14} aria-hidden className="shrink-0 text-ink-faint max-sm:hidden" />
                        <select
                          aria-label={t('import.fieldOf', { heading: column.heading })}
                          aria-invalid={doubled.has(chosen) || undefined}
                          className="control"
                          value={chosen}
                          onChange={event =>
                            onChange({ mapping: { ...mapping, [column.heading]: event.target.value } })
                          }
                        >
                          <option value="">{t('import.leaveOut')}</option>
                          {fields.map(field => (
                            <option key={field.name} value={field.name}>
                              {named(resource, field, labels)}
                            </option>
                          ))}
                        </select>
                      </span>
                      {doubled.has(chosen) && <p className="mt-1 text-bad text-sm">{t('import.twice')}</p>}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </section>
      {given.length > 0 && (
        <section aria-labelledby={`${sheets}-given`}>
          <h2 id={`${sheets}-given`} className="mb-1 text-lg">
            {t('import.given')}
          </h2>
          <p className="mb-3 text-ink-soft">{t('import.givenHelp')}</p>
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {given.map(field => (
              <FormField key={field.name} label={labels.field(resource, field)} required={field.required}>
                <Control
                  resource={resource}
                  field={field}
                  value={choices.given[field.name] ?? null}
                  onChange={id =>
                    onChange({ given: { ...choices.given, [field.name]: typeof id === 'string' ? id : '' } })
                  }
                />
              </FormField>
            ))}
          </div>
        </section>
      )}
      <section aria-labelledby={`${sheets}-there`}>
        <h2 id={`${sheets}-there`} className="mb-1 text-lg">
          {t('import.conflict')}
        </h2>
        <p className="mb-3 text-ink-soft">{t('import.conflictHelp')}</p>
        <ChoiceCards
          label={t('import.conflict')}
          columns={3}
          value={choices.conflict}
          choices={CONFLICTS.map(value => ({
            value,
            label: t(`import.conflicts.${value}.name`),
            help: t(`import.conflicts.${value}.help`),
          }))}
          onChange={conflict => onChange({ conflict })}
        />
        {choices.conflict === 'update' && (
          <label className="mt-3 flex w-fit items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={choices.clears}
              onChange={event => onChange({ clears: event.target.checked })}
            />
            {t('import.clears')}
          </label>
        )}
      </section>
      {error && (
        <Callout tone="bad" urgent title={t('import.refused')}>
          {error.message}
        </Callout>
      )}
      <FormFoot className="-mx-1 px-1">
        {lost.length > 0 && (
          <p className="mr-auto min-w-0 text-warn">
            {t('import.lost', { names: lost.map(field => labels.field(resource, field)).join(', ') })}
          </p>
        )}
        <Button onClick={onBack}>{t('import.otherFile')}</Button>
        <Button
          look="primary"
          disabled={busy || doubled.size > 0 || mapped.size === 0 || lost.length > 0}
          onClick={onNext}
        >
          {t(busy ? 'import.checking' : 'import.check')}
        </Button>
      </FormFoot>
    </div>
  )
}

const named = (resource: Resource, field: Field, labels: Labels) =>
  `${labels.field(resource, field)}${field.required ? ' *' : ''}`
