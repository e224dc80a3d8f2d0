/** The requests of the import: preview a file, check it, import it. */
import { ApiError, request } from '@/api/client'
import type { Resource } from '@/api/model'
import { headerOf } from './fields'
import type { Words } from './words'

export interface FileColumn {
  heading: string
  /** The field it is mapped to by default. */
  field: string | null
  samples: string[]
}

export interface Contents {
  rows: number
  /** The visible sheets of a workbook. */
  sheets: string[]
  sheet: string | null
  columns: FileColumn[]
}

export type Conflict = 'stop' | 'skip' | 'update'

export interface Choices {
  sheet?: string
  /** Heading to field; an empty one leaves the column out. */
  mapping: Record<string, string>
  /** What the interface's words for choices mean, by field. */
  words: Words
  /** References that rows have unless they name another, by field. */
  given: Record<string, string>
  conflict: Conflict
  /** Whether an empty cell clears what an existing object has. */
  clears: boolean
}

export type Outcome = 'create' | 'update' | 'unchanged' | 'skip' | 'fail'

export interface Report {
  created: number
  updated: number
  unchanged: number
  skipped: number
  failed: number
  /** Whether rows were left unchecked after too many errors. */
  cut_short: boolean
  errors: { row: number; error: string }[]
  rows: { row: number; outcome: Outcome; name: string; id: string | null }[]
  ignored_columns: string[]
  /** When it was done; what restores the state before it. */
  at: string | null
}

function form(file: File): FormData {
  const body = new FormData()
  body.append('file', file)
  return body
}

/** Non-ASCII letters in headers must be escaped. */
const header = (text: string) => encodeURIComponent(text)

export async function lookInto(resource: Resource, file: File, sheet?: string): Promise<Contents> {
  const headers = { 'x-model-type': resource.path, ...(sheet && { 'x-sheet': header(sheet) }) }
  const call = { method: 'POST', body: form(file), headers } as const
  return (await request<Contents>('data-wizard/read-file/', call)).data
}

/** Checks the file, or imports it. A report with failures is a result too: nothing was written then. */
export async function load(resource: Resource, file: File, choices: Choices, key?: string): Promise<Report> {
  const given = Object.entries(choices.given).filter(([, id]) => id)
  const headers: Record<string, string> = {
    'x-model-type': resource.path,
    'x-mapping': header(JSON.stringify(choices.mapping)),
    'x-words': header(JSON.stringify(choices.words)),
    'x-on-conflict': choices.conflict,
    'x-empty': choices.clears ? 'clear' : 'keep',
    ...(choices.sheet && { 'x-sheet': header(choices.sheet) }),
    ...Object.fromEntries(given.map(([field, id]) => [headerOf(field), id])),
    ...(key ? { 'idempotency-key': key } : { 'x-dry-run': 'true' }),
  }
  try {
    const call = { method: 'POST', body: form(file), headers } as const
    return (await request<{ results: Report }>('data-wizard/load-file/', call)).data.results
  } catch (error) {
    if (error instanceof ApiError && error.problem.results) return error.problem.results as Report
    throw error
  }
}
