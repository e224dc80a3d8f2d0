/** The questions about a requirement, and the answers given in an audit. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref } from '@/api/model'
import type { Page } from '@/api/objects'

const MOST = 5000
export const ANSWERS = 'answers'

export type QuestionType = 'text' | 'number' | 'boolean' | 'date' | 'unique_choice' | 'multiple_choice'

export interface DependsOn {
  /** URN of the other question. */
  question: string
  /** URNs of choices, or plain answers; any answer will do if there are none. */
  answers: string[]
  condition: string
}

export interface Choice {
  id: string
  urn: string
  question: Ref
  value: string | null
  description: string | null
  annotation: string | null
  add_score: number | null
  compute_result: string | null
}

export interface Question {
  id: string
  urn: string
  text: string | null
  annotation: string | null
  type: QuestionType
  depends_on: DependsOn | null
  choices: Choice[]
}

const QUESTION = 'id,urn,text,annotation,type,depends_on'
const CHOICE = 'id,urn,question,value,description,annotation,add_score,compute_result'

/** The questions about a requirement, with their choices. */
export const questionsQuery = (node: string) =>
  queryOptions({
    queryKey: ['list', 'questions', 'of', node],
    queryFn: async ({ signal }) => {
      type Found = Omit<Question, 'choices'>
      const params = { requirement_node: node, fields: QUESTION, limit: MOST }
      const questions = (await get<Page<Found>>('questions/', params, signal)).results
      const question = questions
        .filter(one => hasChoices(one.type))
        .map(one => one.id)
        .join()
      const choices = question
        ? await get<Page<Choice>>('question-choices/', { question, fields: CHOICE, limit: MOST }, signal)
        : { results: [] }
      return questions.map(one => ({
        ...one,
        choices: choices.results.filter(choice => choice.question?.id === one.id),
      }))
    },
    staleTime: 300_000,
  })

export const hasChoices = (type: QuestionType) => type === 'unique_choice' || type === 'multiple_choice'

/** A plain answer, or the ids of choices; null if there is none. */
export type Given = string | number | boolean | string[] | null

interface Shown {
  id: string
  question: Ref
  value: unknown
  selected_choices: Ref[]
}

export interface Answer {
  id: string
  question: string
  given: Given
}

/** The answer as one value. Blank text and an empty list are no answer, as on the server. */
export function givenIn(row: Record<string, unknown>): Given {
  const chosen = Array.isArray(row.selected_choices)
    ? row.selected_choices.map(one => (typeof one === 'string' ? one : (one as Ref).id))
    : []
  if (chosen.length > 0) return chosen
  const { value } = row
  if (typeof value === 'string') return orNothing(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

export const orNothing = (given: Given) => (typeof given === 'string' && given.trim() === '' ? null : given)

/** The answer as the API takes it. */
export const bodyOf = (type: QuestionType, given: Given) =>
  hasChoices(type) ? { selected_choices: Array.isArray(given) ? given : [] } : { value: orNothing(given) }

/** Choices have no order of their own. */
export const isSame = (one: Given, other: Given) =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every(id => other.includes(id))
    : one === other

/** The answers about a requirement of an audit. */
export const answersQuery = (row: string) =>
  queryOptions({
    queryKey: ['list', ANSWERS, 'of', row],
    queryFn: ({ signal }) => answersOf({ requirement_assessment: row }, signal),
    staleTime: 10_000,
  })

export async function answersOf(params: Record<string, string>, signal?: AbortSignal): Promise<Answer[]> {
  const fields = 'id,question,value,selected_choices'
  const page = await get<Page<Shown>>(`${ANSWERS}/`, { ...params, fields, limit: MOST }, signal)
  return page.results.map(one => ({ id: one.id, question: one.question.id, given: givenIn({ ...one }) }))
}
