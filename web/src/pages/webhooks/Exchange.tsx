/** One side of an HTTP exchange: a first line, headers and a body. */
import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'
import { Code, pretty } from '@/ui/Code'
import type { Header } from './api'

interface Props {
  title: string
  /** `POST https://…` or the status. */
  line: ReactNode
  headers: Header[]
  body: string
}

export function Exchange({ title, line, headers, body }: Props) {
  const { t } = useTranslation()
  const shown = pretty(body)
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      <div>
        <h3 className="font-semibold text-base">{title}</h3>
        <div className="mt-1 break-all font-mono text-xs">{line}</div>
      </div>
      <HeaderList headers={headers} />
      <div className="flex flex-col gap-1">
        <p className="font-medium text-ink-soft text-sm">{t('webhooks.exchange.body')}</p>
        {body === '' ? (
          <p className="text-ink-faint text-sm">{t('webhooks.exchange.noBody')}</p>
        ) : (
          <Code
            label={`${title}: ${t('webhooks.exchange.body')}`}
            copy={t('webhooks.exchange.copyBody')}
            text={shown.text}
            json={shown.json}
            className="max-h-80"
          />
        )}
      </div>
    </section>
  )
}

export function HeaderList({ headers }: { headers: Header[] }) {
  const { t } = useTranslation()
  if (headers.length === 0) return null
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium text-ink-soft text-sm">{t('webhooks.exchange.headers')}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-md border border-line bg-sunken px-3 py-2.5 font-mono text-xs leading-5 max-sm:grid-cols-1">
        {headers.map((header, at) => (
          <div key={at} className="contents">
            <dt className="text-ink-soft">{header.name}</dt>
            <dd className="min-w-0 break-all max-sm:mb-1">{header.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Headers as the log keeps them, one on each line. */
export function parseHeaders(text: string | null): Header[] {
  return (text ?? '')
    .split('\n')
    .filter(line => line.includes(':'))
    .map(line => {
      const at = line.indexOf(':')
      return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
    })
}
