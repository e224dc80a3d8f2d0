/** What will arrive at the receiver, from what is chosen in the form. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/i18n/react'
import { Code } from '@/ui/Code'
import { eventTypesQuery, type PayloadFormat, type SignMode } from '../api'

interface Props {
  events: Set<string>
  format: PayloadFormat
  mode: SignMode
  headerNames: string[]
}

const SIGNATURE = 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='
const OTHER = 'v1,Ym9vY2x1c2VkIGJ5IGRlc2lnbiwgc2VlIGRvY3MgMQ=='

export function MessagePreview({ events, format, mode, headerNames }: Props) {
  const { t } = useTranslation()
  const types = useQuery(eventTypesQuery).data
  const event = types?.find(type => events.has(type.name)) ?? types?.[0]
  if (!event) return null
  const data = format === 'thin' ? { id: event.example.data.id } : event.example.data
  const headers = [
    'content-type: application/json',
    'webhook-id: msg_0190b7c4a1e27d5c8f3e6a9b2c4d5e6f',
    `webhook-timestamp: ${Math.floor(Date.parse(event.example.timestamp) / 1000)}`,
    `webhook-signature: ${mode === 'both' ? `${SIGNATURE} ${OTHER}` : SIGNATURE}`,
    ...headerNames.filter(Boolean).map(name => `${name.toLowerCase()}: ••••••`),
  ]
  return (
    <aside aria-label={t('webhooks.preview.title')} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-base">{t('webhooks.preview.title')}</h2>
      <p className="text-ink-soft text-sm">{t('webhooks.preview.help')}</p>
      <Code label={t('webhooks.exchange.headers')} text={headers.join('\n')} />
      <Code
        label={t('webhooks.exchange.body')}
        copy={t('webhooks.exchange.copyBody')}
        json
        text={JSON.stringify({ ...event.example, data }, null, 2)}
        className="max-h-[26rem]"
      />
    </aside>
  )
}
