/** What a finding threatens: the asset it was found on, and the assets that depend on that. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isRef, type Resource, useModel } from '@/api/model'
import { itemQuery, pageQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { canEdit, FieldDialog } from '@/resource/detail/Editable'
import { Line } from '@/resource/detail/RelatedRows'
import { QUIET, Section } from '@/resource/detail/Section'
import { Skeleton } from '@/ui/States'
import type { DetailProps } from '..'

const SHOWN = 3
const LINE = { show: ['type'], icon: Boxes }

export default function Threatens({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const assets = useModel().resources.assets
  const [editing, setEditing] = useState(false)
  const field = resource.fields.find(one => one.name === 'asset')
  const mayEdit = canEdit(resource, row, field)
  if (!assets || (!isRef(row.asset) && !mayEdit)) return null
  return (
    <Section
      title={t('layouts.findings.threatens')}
      action={
        mayEdit && (
          <button type="button" className={QUIET} onClick={() => setEditing(true)}>
            {t(isRef(row.asset) ? 'common.edit' : 'detail.add')}{' '}
            <span className="sr-only">{t('layouts.findings.affected')}</span>
          </button>
        )
      }
    >
      {isRef(row.asset) ? (
        <Threatened assets={assets} id={row.asset.id} />
      ) : (
        <p className="border-line border-t py-2 text-ink-soft text-sm">{t('layouts.findings.noAsset')}</p>
      )}
      {editing && field && (
        <FieldDialog resource={resource} row={row} field={field} onClose={() => setEditing(false)} />
      )}
    </Section>
  )
}

function Threatened({ assets, id }: { assets: Resource; id: string }) {
  const { t } = useTranslation()
  const asset = useQuery(itemQuery(assets.path, id))
  const search = { support_assets: id }
  // Primary assets first: they are what the organisation works with.
  const dependents = useQuery(pageQuery(assets.path, { ...search, ordering: 'type,name' }, 0, SHOWN))
  const count = dependents.data?.count ?? 0
  return (
    <div className="grid gap-x-6 gap-y-4 @2xl:grid-cols-2">
      <Part title={t('layouts.findings.affected')}>
        <ul>{asset.data ? <Line row={asset.data} list={LINE} resource={assets} /> : <Waiting />}</ul>
      </Part>
      <Part
        title={t('layouts.findings.dependents')}
        aside={
          count > SHOWN && (
            <Link to={`/${assets.path}`} search={search as never} className={QUIET}>
              {t('detail.allOf', { count })}
            </Link>
          )
        }
      >
        {dependents.data && count === 0 ? (
          <p className="border-line border-t py-2 text-ink-soft text-sm">
            {t('layouts.findings.noDependents')}
          </p>
        ) : (
          <ul>
            {dependents.data?.results.map(one => (
              <Line key={one.id} row={one} list={LINE} resource={assets} />
            )) ?? <Waiting />}
          </ul>
        )}
      </Part>
    </div>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="font-medium text-ink-soft text-sm">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

function Waiting() {
  return (
    <li className="flex h-9 items-center border-line border-t">
      <Skeleton className="h-4 w-3/5" />
    </li>
  )
}
