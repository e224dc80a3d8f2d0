/** What the auditor has seen; it is saved when the field is left. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { formatTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { toast } from '@/ui/Toast'
import { ROWS } from '../api'
import { useWork } from '../work'
import { Part } from './Part'

const Markdown = lazy(() => import('@/resource/value/Markdown'))

export function Observation({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { editable, rows } = useWork()
  const told = typeof row.observation === 'string' ? row.observation : ''
  if (!rows.fields.some(field => field.name === 'observation')) return null
  if (editable) return <Written row={row} told={told} />
  if (!told) return null
  return (
    <Part title={t('audit.observation')}>
      <Suspense fallback={<p className="whitespace-pre-wrap text-sm">{told}</p>}>
        <div className="text-sm">
          <Markdown text={told} />
        </div>
      </Suspense>
    </Part>
  )
}

function Written({ row, told }: { row: Row; told: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState(told)
  const [savedAt, setSavedAt] = useState('')
  // What the person saw when they began to type.
  const seen = useRef(told)
  if (seen.current !== told && text === seen.current) {
    seen.current = told
    setText(told)
  }
  const typed = useRef(text)
  typed.current = text
  const save = async () => {
    const after = typed.current.trim()
    if (after === seen.current.trim()) return
    try {
      const path = `${ROWS}/${row.id}/`
      const now = await request<Row>(`${path}object/`)
      const value = typeof now.data.observation === 'string' ? now.data.observation : ''
      if (value !== seen.current) throw new Error(t('audit.observationChanged'))
      const headers = now.etag ? { 'if-match': now.etag } : undefined
      await request(path, { method: 'PATCH', body: { observation: after || null }, headers })
      seen.current = after
      setSavedAt(new Date().toISOString())
      void refresh(client)
    } catch (error) {
      // What was typed stays, to be saved again.
      toast.bad(error)
    }
  }
  return (
    <Part
      title={t('audit.observation')}
      action={savedAt && <span role="status">{t('audit.savedAt', { time: formatTime(savedAt) })}</span>}
    >
      <textarea
        data-observation
        aria-label={t('audit.observation')}
        rows={2}
        value={text}
        placeholder={t('audit.observationHint')}
        onChange={event => setText(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        className="control field-sizing-content max-h-72 min-h-14 resize-none text-sm"
      />
      <LeaveGuard isDirty={() => typed.current.trim() !== seen.current.trim()} />
    </Part>
  )
}
