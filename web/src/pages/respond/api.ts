/** What respondents ask the API for: their assignments, and the questions and answers of one. */
import { queryOptions } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import type { Ref, Row } from '@/api/model'
import { itemQuery, type Page } from '@/api/objects'
import { queryClient } from '@/api/query'
import { type CurrentUser, isRespondent } from '@/api/user'
import {
  ANSWERS,
  answersAbout,
  answersQuery,
  type Question,
  questionsOf,
  questionsQuery,
} from '@/questions/api'
import type { Audit } from '../audit/api'

export const ASSIGNMENTS = 'requirement-assignments'

export type Status = 'draft' | 'in_progress' | 'submitted' | 'changes_requested' | 'closed'

export interface Step {
  event_type: Status
  event_notes: string | null
  created_at: string
}

export interface Assignment extends Row {
  folder: Ref
  compliance_assessment: Ref
  requirement_assessments: Ref[]
  status: Status
  events: Step[]
}

/** What is assigned to the person or their teams, newest first. */
export const assignmentsQuery = (user: CurrentUser) =>
  queryOptions({
    queryKey: ['list', ASSIGNMENTS, 'mine', user.id],
    queryFn: async ({ signal }) => {
      // Respondents see no others, and no actors either.
      const actor = isRespondent(user) ? undefined : user.all_actor_ids.join() || user.id
      const params = { actor, ordering: '-created_at', limit: 200 }
      return (await get<Page<Assignment>>(`${ASSIGNMENTS}/`, params, signal)).results
    },
    staleTime: 15_000,
  })

export function assignmentQuery(id: string) {
  const { queryKey, queryFn, staleTime } = itemQuery(ASSIGNMENTS, id)
  return { queryKey, queryFn, staleTime, select: (row: Row) => row as Assignment }
}

export const setStatus = (id: string, status: Status, observation?: string) =>
  request(`${ASSIGNMENTS}/${id}/set_status/`, { method: 'POST', body: { status, observation } })

/** Who may answer: the reviewer has not taken it back yet. */
export const isOpen = (assignment: Assignment, audit: Audit) =>
  (assignment.status === 'in_progress' || assignment.status === 'changes_requested') && !audit.is_locked

/** What has to change, in the reviewer's words. */
export const reviewersNote = (assignment: Assignment): Step | undefined =>
  assignment.status === 'changes_requested'
    ? assignment.events.findLast(step => step.event_type === 'changes_requested')
    : undefined

export const submittedAt = (assignment: Assignment): string | undefined =>
  assignment.events.findLast(step => step.event_type === 'submitted')?.created_at

type Access = 'edit' | 'read' | 'hidden'
type Field = 'answers' | 'result' | 'score' | 'observation' | 'evidences'

/** What the audit lets respondents do with a field. Scores are for audits that ask for them. */
export function accessTo(audit: Audit, field: Field): Access {
  const all = audit.field_visibility as Record<string, { respondent?: Access | null }> | null | undefined
  return all?.[field]?.respondent ?? (field === 'score' && !audit.scoring_enabled ? 'hidden' : 'edit')
}

/** The questions of a whole questionnaire. What each screen asks for is then at hand already. */
export const questionnaireQuery = (assignment: string, nodes: string[], rows: string[]) =>
  queryOptions({
    queryKey: ['list', 'questions', 'for', assignment, nodes.length],
    queryFn: async ({ signal }) => {
      const [questions, answers] = await Promise.all([questionsOf(nodes, signal), answersAbout(rows, signal)])
      const byNode = new Map<string, Question[]>(
        nodes.map(node => [node, questions.filter(one => one.node === node)]),
      )
      // They are read without being shown, which would otherwise let them go after a while.
      queryClient.setQueryDefaults(['list', ANSWERS, 'of'], { gcTime: Number.POSITIVE_INFINITY })
      for (const [node, own] of byNode) queryClient.setQueryData(questionsQuery(node).queryKey, own)
      for (const row of rows)
        queryClient.setQueryData(
          answersQuery(row).queryKey,
          answers.filter(one => one.row === row),
        )
      return byNode
    },
    // Answers are kept one requirement at a time from here on.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
