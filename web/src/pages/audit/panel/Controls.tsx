/** The applied controls behind a result. */
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { isRef, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { FieldDialog } from '@/resource/detail/Editable'
import { Line } from '@/resource/detail/RelatedRows'
import { QUIET } from '@/resource/detail/Section'
import { useWork } from '../work'
import { Part } from './Part'

const CONTROLS = 'applied-controls'
const SHOWN = { show: ['status'], icon: ShieldCheck }

export function Controls({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { editable, rows } = useWork()
  const resource = useModel().resources[CONTROLS]
  const field = rows.fields.find(one => one.name === 'applied_controls')
  const [linking, setLinking] = useState(false)
  const ids = (Array.isArray(row.applied_controls) ? row.applied_controls : [])
    .filter(isRef)
    .map(ref => ref.id)
  const found = useQuery({ ...pageQuery(CONTROLS, { id: ids.join(',') }, 0, 50), enabled: ids.length > 0 })
  if (!field || !resource) return null
  return (
    <Part
      title={t('audit.controls')}
      count={ids.length}
      action={
        editable && (
          <button type="button" className={QUIET} onClick={() => setLinking(true)}>
            {t('detail.link')} <span className="sr-only">{t('audit.controls').toLowerCase()}</span>
          </button>
        )
      }
    >
      {ids.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('audit.noControls')}</p>
      ) : (
        <ul className="[&>li:first-child]:border-t-0">
          {found.data?.results.map(one => (
            <Line key={one.id} row={one} list={SHOWN} resource={resource} />
          ))}
        </ul>
      )}
      {linking && <FieldDialog resource={rows} row={row} field={field} onClose={() => setLinking(false)} />}
    </Part>
  )
}
