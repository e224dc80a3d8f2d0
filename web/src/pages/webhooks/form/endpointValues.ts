/** What the form of an endpoint holds, and what is sent of it. */
import type { Row } from '@/api/model'
import type { PayloadFormat, SignMode } from '../api'
import type { HeaderLine } from './HeaderEditor'

export interface EndpointValues {
  name: string
  description: string
  url: string
  events: Set<string>
  payload_format: PayloadFormat
  sign_mode: SignMode
  /** Only for a new one: made by Cairn, or one that the receiver has already. */
  secret: 'generate' | 'own'
  ownSecret: string
  target_folders: string[]
  include_subfolders: boolean
  folder: string
  timeout: string
  max_in_flight: string
  /** Null keeps what is stored. */
  headers: HeaderLine[] | null
}

export function newValues(folder: string): EndpointValues {
  return {
    name: '',
    description: '',
    url: '',
    events: new Set(),
    payload_format: 'full',
    sign_mode: 'text',
    secret: 'generate',
    ownSecret: '',
    target_folders: [],
    include_subfolders: true,
    folder,
    timeout: '15',
    max_in_flight: '4',
    headers: null,
  }
}

export function storedValues(row: Row): EndpointValues {
  const base = newValues(String(row.folder))
  return {
    ...base,
    name: String(row.name ?? ''),
    description: String(row.description ?? ''),
    url: String(row.url ?? ''),
    events: new Set(row.event_types as string[]),
    payload_format: row.payload_format as PayloadFormat,
    sign_mode: row.sign_mode as SignMode,
    target_folders: row.target_folders as string[],
    include_subfolders: row.include_subfolders === true,
    timeout: String(row.timeout),
    max_in_flight: String(row.max_in_flight),
  }
}

/** A name derived from a URL, for people who do not enter one: `hooks.example.com`. */
export function nameFrom(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}

/** What is sent; a secret only with a new URL, which has none yet. */
export function body(values: EndpointValues, isNewAddress: boolean): Record<string, unknown> {
  const { events, secret, ownSecret, headers, ...plain } = values
  const lines = headers?.filter(line => line.name.trim() || line.value)
  return {
    ...plain,
    name: values.name.trim() || nameFrom(values.url),
    url: values.url.trim(),
    description: values.description.trim() || null,
    event_types: [...events].sort(),
    // What is not a number is for the server to refuse, in its own words.
    timeout: number(values.timeout),
    max_in_flight: number(values.max_in_flight),
    ...(lines && { headers: Object.fromEntries(lines.map(line => [line.name.trim(), line.value.trim()])) }),
    ...(isNewAddress && (secret === 'generate' ? { generate_secret: true } : { secret: ownSecret.trim() })),
  }
}

const number = (text: string) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)
