/** The questions about a requirement, and the answers given in an audit. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref } from '@/api/model'
import type { Page } from '@/api/objects'
import type { Given } from './saver'

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

const QUESTION = 'id,urn,requirement_node,text,annotation,type,depends_on'
const CHOICE = 'id,urn,question,value,description,annotation,add_score,compute_result'

/** So many ids fit into an address. */
const PART = 100

/** The results of a list for any number of ids. */
async function inParts<T>(ids: string[], load: (some: string) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let at = 0; at < ids.length; at += PART)
    found.push(...(await load(ids.slice(at, at + PART).join())).results)
  return found
}

/** The questions about some requirements, with their choices. */
export async function questionsOf(
  nodes: string[],
  signal?: AbortSignal,
): Promise<(Question & { node: string })[]> {
  type Found = Omit<Question, 'choices'> & { requirement_node: Ref }
  const questions = await inParts(nodes, requirement_node =>
    get<Page<Found>>('questions/', { requirement_node, fields: QUESTION, limit: MOST }, signal),
  )
  const asking = questions.filter(one => hasChoices(one.type)).map(one => one.id)
  const choices = await inParts(asking, question =>
    get<Page<Choice>>('question-choices/', { question, fields: CHOICE, limit: MOST }, signal),
  )
  return questions.map(({ requirement_node, ...one }) => ({
    ...one,
    node: requirement_node.id,
    choices: choices.filter(choice => choice.question?.id === one.id),
  }))
}

/** The questions about a requirement, with their choices. */
export const questionsQuery = (node: string) =>
  queryOptions({
    queryKey: ['list', 'questions', 'of', node],
    queryFn: ({ signal }): Promise<Question[]> => questionsOf([node], signal),
    staleTime: 300_000,
  })

export const hasChoices = (type: QuestionType) => type === 'unique_choice' || type === 'multiple_choice'

interface Shown {
  id: string
  requirement_assessment: Ref
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

const ANSWER = 'id,requirement_assessment,question,value,selected_choices'

/** The answers that the parameters find. */
export async function answersOf(
  params: Record<string, string>,
  signal?: AbortSignal,
): Promise<(Answer & { row: string })[]> {
  const page = await get<Page<Shown>>(`${ANSWERS}/`, { ...params, fields: ANSWER, limit: MOST }, signal)
  return page.results.map(one => ({
    id: one.id,
    row: one.requirement_assessment.id,
    question: one.question.id,
    given: givenIn({ ...one }),
  }))
}

/** The answers about some requirements of an audit. */
export async function answersAbout(
  rows: string[],
  signal?: AbortSignal,
): Promise<(Answer & { row: string })[]> {
  const found: (Answer & { row: string })[] = []
  for (let at = 0; at < rows.length; at += PART)
    found.push(...(await answersOf({ requirement_assessment: rows.slice(at, at + PART).join() }, signal)))
  return found
}

/** The answers about a requirement of an audit. */
export const answersQuery = (row: string) =>
  queryOptions({
    queryKey: ['list', ANSWERS, 'of', row],
    queryFn: ({ signal }): Promise<Answer[]> => answersOf({ requirement_assessment: row }, signal),
    staleTime: 10_000,
  })
