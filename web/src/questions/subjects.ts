/** What is saved while it is typed: answers, and fields of the row that they belong to. */
import { ApiError, request } from '@/api/client'
import type { Row } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { queryClient } from '@/api/query'
import { ANSWERS, answersOf, answersQuery, bodyOf, givenIn, type Question } from './api'
import { type Given, isSame, type Subject } from './saver'

const ROWS = 'requirement-assessments'
/** The browser sends small requests even if the page is closed right away. */
const SMALL = 30_000
const ATTEMPTS = 3

interface Known {
  id: string
  etag: string | null
}
/** Answers that were saved from here. */
const known = new Map<string, Known>()

export const answerKey = (row: string, question: string) => `${row}/${question}`

export const answerSubject = (row: string, question: Question): Subject => {
  const key = answerKey(row, question.id)
  const { queryKey } = answersQuery(row)
  return {
    key,
    row,
    send: (seen, given) => sendAnswer(key, row, question, seen, given),
    onSaved: given => {
      const id = known.get(key)?.id ?? ''
      queryClient.setQueryData(queryKey, answers =>
        answers
          ? [...answers.filter(one => one.question !== question.id), { id, question: question.id, given }]
          : answers,
      )
    },
    reload: () => void queryClient.invalidateQueries({ queryKey }),
  }
}

async function sendAnswer(key: string, row: string, question: Question, seen: Given, given: Given) {
  const body = bodyOf(question.type, given)
  const keepalive = JSON.stringify(body).length < SMALL
  const look = async () => {
    const [found] = await answersOf({ requirement_assessment: row, question: question.id })
    return found && { id: found.id, etag: null }
  }
  let at: Known | undefined = known.get(key) ?? (await look())
  if (!at) {
    try {
      const values = { requirement_assessment: row, question: question.id, ...body }
      const made = await request<Row>(`${ANSWERS}/`, { method: 'POST', body: values, keepalive })
      known.set(key, { id: made.data.id, etag: made.etag })
      return {}
    } catch (error) {
      // Someone else may have been first.
      at = error instanceof ApiError && error.status < 500 ? await look() : undefined
      if (!at) throw error
    }
  }
  known.delete(key)
  const told = await patch(`${ANSWERS}/${at.id}/`, body, seen, given, row => givenIn(row), at.etag)
  if (told.theirs === undefined) known.set(key, { id: at.id, etag: told.etag ?? null })
  return told
}

export const fieldKey = (row: string, field: string) => `${row}:${field}`

interface Along {
  /** What is saved with it. */
  more?: (given: Given) => Record<string, unknown>
  /** Where else it is shown. */
  onSaved?: (given: Given) => void
}

/** A field of the row, such as the observation. */
export const fieldSubject = (row: string, field: string, { more, onSaved }: Along = {}): Subject => {
  const { queryKey } = itemQuery(ROWS, row)
  return {
    key: fieldKey(row, field),
    row,
    send: (seen, given) => {
      const value = typeof given === 'string' && given.trim() === '' ? null : given
      const body = { [field]: value, ...more?.(given) }
      return patch(`${ROWS}/${row}/`, body, seen, given, now => (now[field] as Given | undefined) ?? null)
    },
    onSaved: given => {
      queryClient.setQueryData(queryKey, now => (now ? { ...now, [field]: given } : now))
      onSaved?.(given)
    },
    reload: () => void queryClient.invalidateQueries({ queryKey }),
  }
}

/** Changes what is still as the person saw it. With an ETag from their own last change nothing has to be read first. */
async function patch(
  path: string,
  body: Record<string, unknown>,
  seen: Given,
  given: Given,
  read: (row: Row) => Given,
  from: string | null = null,
): Promise<{ theirs?: Given; etag?: string | null }> {
  const keepalive = JSON.stringify(body).length < SMALL
  let etag = from
  for (let attempt = 1; ; attempt += 1) {
    if (!etag) {
      const now = await request<Row>(`${path}object/`)
      const theirs = read(now.data)
      if (!isSame(theirs, seen) && !isSame(theirs, given)) return { theirs }
      etag = now.etag
    }
    try {
      const headers = etag ? { 'if-match': etag } : undefined
      return { etag: (await request<Row>(path, { method: 'PATCH', body, headers, keepalive })).etag }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || attempt === ATTEMPTS) throw error
      etag = null
    }
  }
}
