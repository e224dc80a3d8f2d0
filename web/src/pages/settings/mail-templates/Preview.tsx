/** An email as its recipient would get it, with templates that are not saved yet. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { Callout } from '@/ui/Callout'
import { cn } from '@/ui/cn'
import { Segments } from '@/ui/Segments'
import { Skeleton } from '@/ui/States'
import { useSettled } from '@/ui/useSettled'
import { drawn, dress } from './frame'

export const KINDS = [
  'assigned',
  'mention',
  'decision',
  'rule',
  'due',
  'overdue',
  'expiring_evidence',
  'expiring_exception',
  'expiring_acceptance',
  'expiring_token',
  'expiring_account',
] as const
export type Kind = (typeof KINDS)[number] | ''

export interface Draft {
  language: 'en' | 'fr'
  kind: Kind
  subject: string
  text: string
  html: string
}

interface Email {
  subject: string
  text: string
  html: string
}

export interface Looking {
  /** The last email that could be written. */
  email: Email | undefined
  isCurrent: boolean
  /** What is wrong with the templates, by `subject`, `text` and `html`. */
  errors: Record<string, string[]>
  failure: Error | null
}

export function usePreview(draft: Draft): Looking {
  const settled = useSettled(draft)
  const query = useQuery({
    queryKey: ['mail-preview', settled],
    queryFn: async ({ signal }) => {
      const body = { ...settled, kind: settled.kind || null }
      return (await request<Email>('settings/mail-templates/preview/', { method: 'POST', body, signal })).data
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const [last, setLast] = useState<Email>()
  useEffect(() => {
    if (query.data) setLast(query.data)
  }, [query.data])
  const isSame = JSON.stringify(settled) === JSON.stringify(draft)
  const problem = query.error instanceof ApiError ? query.error.problem.errors : undefined
  return {
    email: query.data ?? last,
    isCurrent: isSame && !query.error && !query.isPlaceholderData,
    errors: (isSame && problem) || {},
    failure: problem ? null : query.error,
  }
}

export function Preview({ looking }: { looking: Looking }) {
  const { t } = useTranslation()
  const [part, setPart] = useState<'html' | 'text'>('html')
  const { email, isCurrent, errors, failure } = looking
  const isWrong = Object.keys(errors).length > 0
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 id="preview" className="text-base">
          {t('mailTemplates.preview')}
        </h2>
        <Segments
          label={t('mailTemplates.shownAs')}
          value={part}
          segments={[
            { value: 'html', label: t('mailTemplates.html') },
            { value: 'text', label: t('mailTemplates.text') },
          ]}
          onChange={setPart}
        />
      </div>
      <div role="status" className="empty:hidden">
        {failure && <Callout tone="bad">{failure.message}</Callout>}
        {isWrong && <Callout tone="warn">{t('mailTemplates.wrong')}</Callout>}
      </div>
      {!email && !failure && !isWrong && <Skeleton className="h-80" />}
      {email && (
        <div
          className={cn(
            'min-w-0 overflow-hidden rounded-lg border border-line shadow-sm transition-opacity',
            !isCurrent && !isWrong && 'opacity-60',
          )}
        >
          <p className="border-line border-b bg-raised px-4 py-3">
            <span className="block text-ink-soft text-xs">{t('mailTemplates.subject')}</span>
            <span className="break-words font-medium" data-preview-subject>
              {email.subject}
            </span>
          </p>
          {part === 'html' ? (
            <Frame html={email.html} />
          ) : (
            <pre
              tabIndex={0}
              aria-label={t('mailTemplates.text')}
              className="overflow-auto whitespace-pre-wrap break-words bg-raised px-4 py-4 font-mono text-sm leading-6"
            >
              {email.text}
            </pre>
          )}
        </div>
      )}
      <p className="text-ink-soft text-sm">{t('mailTemplates.made')}</p>
    </section>
  )
}

/** Emails are read on white. */
function Frame({ html }: { html: string }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(240)
  const { html: rest, styles } = useMemo(() => drawn(html), [html])
  return (
    <iframe
      ref={frame}
      title={t('mailTemplates.preview')}
      // No scripts, no forms, no windows; this page alone reaches in, for the styles.
      sandbox="allow-same-origin"
      srcDoc={rest}
      // It is as high as the email, and nothing in it can be used: Tab has nothing to do there.
      tabIndex={-1}
      onLoad={() => {
        if (!frame.current) return
        dress(frame.current, styles)
        setHeight(Math.max(frame.current.contentDocument?.body?.scrollHeight ?? 0, 160))
      }}
      className="block w-full bg-[#fff]"
      style={{ height }}
    />
  )
}
