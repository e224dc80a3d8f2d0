import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Answer, answersQuery } from '@/questions/api'
import { currentVersion, shownFor, subscribe } from '@/questions/saver'
import { answerKey, fieldKey } from '@/questions/subjects'
import { type Audit, auditQuery, treeQuery } from '../audit/api'
import { counts, flatten, type Node, type Tree } from '../audit/model/tree'
import { type Assignment, accessTo, assignmentQuery, isOpen, questionnaireQuery } from './api'
import { type Item, itemsOf } from './items'

export interface Questionnaire {
  assignment: Assignment
  audit: Audit
  items: Item[]
  /** Whether the person can answer now. */
  open: boolean
}

export interface Loading {
  data: Questionnaire | null
  error: Error | null
  retry: () => void
}

/** An assignment with its audit, its requirements and what is still missing, kept up to date while people answer. */
export function useQuestionnaire(id: string): Loading {
  const client = useQueryClient()
  useSyncExternalStore(subscribe, currentVersion)
  const assignment = useQuery(assignmentQuery(id))
  const audited = assignment.data?.compliance_assessment.id ?? ''
  const audit = useQuery({ ...auditQuery(audited), enabled: audited !== '' })
  const tree = useQuery({ ...treeQuery(audited), enabled: audited !== '' })
  const rows = new Set((assignment.data?.requirement_assessments ?? []).map(ref => ref.id))
  const asking = tree.data ? nodesOf(tree.data, rows) : []
  const questions = useQuery({
    ...questionnaireQuery(
      id,
      asking.map(node => node.id),
      asking.map(node => node.ra_id ?? ''),
    ),
    enabled: tree.data !== undefined && assignment.data !== undefined,
  })
  const all = [assignment, audit, tree, questions]
  const error = all.find(one => one.error)?.error ?? null
  const retry = () => {
    for (const one of all) if (one.error) void one.refetch()
  }
  if (!assignment.data || !audit.data || !tree.data || !questions.data) return { data: null, error, retry }
  const found = questions.data
  const answers = (row: string): Answer[] => client.getQueryData(answersQuery(row).queryKey) ?? []
  const items = itemsOf(tree.data, rows, {
    questions: node => found.get(node) ?? [],
    given: (row, question) =>
      shownFor(
        answerKey(row, question.id),
        answers(row).find(one => one.question === question.id)?.given ?? null,
      ),
    result: node => shownFor(fieldKey(node.ra_id ?? '', 'result'), node.result) as string | null,
    score: node => shownFor(fieldKey(node.ra_id ?? '', 'score'), node.score) as number | null,
    choosesResult: accessTo(audit.data, 'result') === 'edit' || accessTo(audit.data, 'score') === 'edit',
  })
  const open = isOpen(assignment.data, audit.data)
  return { data: { assignment: assignment.data, audit: audit.data, items, open }, error, retry }
}

const nodesOf = (tree: Tree, rows: ReadonlySet<string>): Node[] =>
  flatten(tree).filter(node => counts(node) && node.has_questions && rows.has(node.ra_id ?? ''))
