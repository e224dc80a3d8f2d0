/** Files of evidence: what the server says of them, and how they may be looked at. */
import { queryOptions } from '@tanstack/react-query'
import { linkTo, send } from '@/api/client'
import type { Row } from '@/api/model'
import { pageQuery } from '@/api/objects'

export interface EvidenceFile {
  id: string
  name: string
  size: number
  media_type: string
  sha256: string
}

export interface Revision extends Row {
  version: number
  created_at: string
  observation: string | null
  link: string | null
  effective_date: string | null
  approved_by: { id: string; str: string } | null
  approved_at: string | null
  attachments: EvidenceFile[]
}

const REVISIONS = 100

export const revisionsQuery = (evidence: string) =>
  pageQuery<Revision>('evidence-revisions', { evidence, ordering: '-version' }, 0, REVISIONS)

export const addressOf = (file: EvidenceFile) => linkTo(`evidence-files/${file.id}/content/`)

export type Kind = 'image' | 'drawing' | 'pdf' | 'text' | 'markdown' | 'csv' | 'none'

const BY_TYPE: [RegExp, Kind][] = [
  [/^image\/svg\+xml$/, 'drawing'],
  [/^image\/(png|jpeg|gif|webp|bmp)$/, 'image'],
  [/^application\/pdf$/, 'pdf'],
  [/^text\/markdown$/, 'markdown'],
  [/^text\/csv$/, 'csv'],
  [/^text\/|^application\/(json|yaml|toml|xml)$|\+(json|xml|yaml)$/, 'text'],
]

/** The server checked the file when it was uploaded; its result decides, not the name. */
export function kindOf(file: EvidenceFile): Kind {
  return BY_TYPE.find(([pattern]) => pattern.test(file.media_type))?.[1] ?? 'none'
}

/** Larger files are not loaded for a preview; they can still be downloaded. */
const MIB = 1024 * 1024
export const MOST: Record<Exclude<Kind, 'none'>, number> = {
  image: 25 * MIB,
  drawing: 2 * MIB,
  pdf: 25 * MIB,
  text: MIB / 2,
  markdown: MIB / 2,
  csv: MIB / 2,
}

/** Kinds of which the beginning alone can be shown. */
export const isCuttable = (kind: Kind) => kind === 'text' || kind === 'markdown' || kind === 'csv'

export interface Content {
  bytes: Uint8Array<ArrayBuffer>
  /** There is more in the file. */
  cut: boolean
}

/** Reads at most so many bytes, and leaves the rest on the server. */
export function contentQuery(file: EvidenceFile, most: number) {
  return queryOptions({
    queryKey: ['evidence-content', file.sha256, most],
    queryFn: async ({ signal }): Promise<Content> => {
      const response = await send(`evidence-files/${file.id}/content/`, { signal })
      const reader = response.body?.getReader()
      const parts: Uint8Array[] = []
      let size = 0
      while (reader) {
        const { done, value } = await reader.read()
        if (done) break
        parts.push(value)
        size += value.length
        if (size > most) {
          await reader.cancel()
          break
        }
      }
      const bytes = new Uint8Array(Math.min(size, most))
      let at = 0
      for (const part of parts) {
        const room = part.subarray(0, bytes.length - at)
        bytes.set(room, at)
        at += room.length
      }
      return { bytes, cut: size > most }
    },
    // The same bytes have the same hash for ever.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Text in the encoding that it is most likely in. Where it was cut, that may be within a character. */
export function decode(bytes: Uint8Array, cut = false): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
