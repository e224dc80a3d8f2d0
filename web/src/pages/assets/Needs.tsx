/** An asset's objectives beside its capabilities. */
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Field } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { tells } from '@/resource/detail/arrange'
import { canEdit, FieldDialog } from '@/resource/detail/Editable'
import { QUIET, Section } from '@/resource/detail/Section'
import { Structures } from '@/resource/detail/Structures'
import { Badge } from '@/ui/Badge'
import { Menu } from '@/ui/Menu'
import type { DetailProps } from '..'

interface Need {
  objective: string
  expectation_label: string | null
  reality_label: string | null
  /** Null while one of the two is not known. */
  verdict: boolean | null
}

/** Each kind of need, with the fields in which it is written down. */
const KINDS = [
  ['security_objectives_comparison', 'security_objectives', 'security_capabilities'],
  ['recovery_objectives_comparison', 'disaster_recovery_objectives', 'recovery_capabilities'],
] as const

const compares = (value: unknown) =>
  Array.isArray(value) && (value as Need[]).some(need => need.expectation_label || need.reality_label)

export default function Needs({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [editing, setEditing] = useState<Field | null>(null)
  const needs = KINDS.flatMap(([name]) => (Array.isArray(row[name]) ? (row[name] as Need[]) : [])).filter(
    need => need.expectation_label || need.reality_label,
  )
  const fields = KINDS.flatMap(([, ...names]) => names)
    .map(name => resource.fields.find(field => field.name === name))
    .filter((field): field is Field => canEdit(resource, row, field))
  // A supporting asset inherits its objectives, and its own are compared with nothing; they are still
  // shown.
  const own = KINDS.filter(([name]) => !compares(row[name]))
    .flatMap(([, ...names]) => names)
    .map(name => resource.fields.find(field => field.name === name))
    .filter((field): field is Field => !!field && tells(row[field.name]))
  if (needs.length === 0 && fields.length === 0 && own.length === 0) return null
  return (
    <Section
      title={t('layouts.assets.needs')}
      action={
        fields.length > 0 && (
          <Menu
            items={fields.map(field => ({
              label: labels.field(resource, field),
              run: () => setEditing(field),
            }))}
          >
            <button type="button" className={QUIET}>
              {t(needs.length > 0 ? 'common.edit' : 'detail.add')}{' '}
              <span className="sr-only">{t('layouts.assets.needs')}</span>
            </button>
          </Menu>
        )
      }
    >
      {needs.length === 0 && own.length > 0 ? null : needs.length === 0 ? (
        <p className="border-line border-t py-2 text-ink-soft text-sm">{t('layouts.assets.noNeeds')}</p>
      ) : (
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="text-left text-ink-soft">
              <th scope="col" className="border-line border-b py-1.5 pr-3 font-medium">
                {t('layouts.assets.need')}
              </th>
              <th scope="col" className="border-line border-b py-1.5 pr-3 font-medium">
                {t('layouts.assets.required')}
              </th>
              <th scope="col" className="border-line border-b py-1.5 pr-3 font-medium">
                {t('layouts.assets.actual')}
              </th>
              <th scope="col" className="border-line border-b py-1.5 font-medium">
                {t('layouts.assets.verdict')}
              </th>
            </tr>
          </thead>
          <tbody>
            {needs.map(need => (
              <tr key={need.objective} className="h-9 [&>*]:border-line [&>*]:border-b">
                <th scope="row" className="pr-3 text-left font-medium">
                  {labels.part(need.objective)}
                </th>
                <td className="pr-3">{need.expectation_label ?? <Unknown />}</td>
                <td className="pr-3">{need.reality_label ?? <Unknown />}</td>
                <td>
                  <Verdict met={need.verdict} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Structures resource={resource} row={row} fields={own} />
      {editing && (
        <FieldDialog resource={resource} row={row} field={editing} onClose={() => setEditing(null)} />
      )}
    </Section>
  )
}

function Unknown() {
  const { t } = useTranslation()
  return <span className="text-ink-soft">{t('form.notSet')}</span>
}

function Verdict({ met }: { met: boolean | null }) {
  const { t } = useTranslation()
  if (met === null)
    return (
      <span className="inline-flex items-center gap-1 text-ink-soft">
        <CircleHelp size={14} aria-hidden /> {t('layouts.assets.unknown')}
      </span>
    )
  const Icon = met ? CircleCheck : TriangleAlert
  return (
    <Badge tone={met ? 'good' : 'bad'}>
      <Icon size={12} aria-hidden /> {t(met ? 'layouts.assets.met' : 'layouts.assets.notMet')}
    </Badge>
  )
}
