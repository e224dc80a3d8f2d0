/** On the page of a scenario: its story, with the matrix of its assessment. */
import { useQuery } from '@tanstack/react-query'
import { isRef } from '@/api/model'
import { may, useUser } from '@/api/user'
import { Skeleton } from '@/ui/States'
import type { DetailProps } from '../index'
import { assessmentQuery, matrixQuery } from './api'
import { ScenarioAcceptance } from './ScenarioAcceptance'
import { Story } from './Story'
import { useRating } from './useRating'

export default function ScenarioStory({ resource, row }: DetailProps) {
  const user = useUser()
  const assessmentId = isRef(row.risk_assessment) ? row.risk_assessment.id : ''
  const assessment = useQuery({ ...assessmentQuery(assessmentId), enabled: !!assessmentId })
  const matrixId = isRef(row.risk_matrix) ? row.risk_matrix.id : ''
  const matrix = useQuery({ ...matrixQuery(matrixId), enabled: !!matrixId })
  const rate = useRating(assessmentId)
  if (matrix.error) return null
  if (!matrix.data || (assessment.isPending && assessmentId)) return <Skeleton className="h-64 w-full" />
  const folder = isRef(row.folder) ? row.folder.id : undefined
  const editable =
    resource.permissions.change &&
    !resource.read_only &&
    !assessment.data?.is_locked &&
    may(user, `change_${resource.model}`, folder)
  return (
    <Story
      resource={resource}
      row={row}
      matrix={matrix.data}
      tolerance={assessment.data?.risk_tolerance ?? -1}
      editable={editable}
      rate={rate}
      acceptance={<ScenarioAcceptance scenario={row} editable={editable} />}
    />
  )
}
