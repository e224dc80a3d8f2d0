/** On the page of a job, over its fields. */
import type { DetailProps } from '..'
import { JobProgress } from './JobProgress'

export default function JobAbove({ row }: DetailProps) {
  return <JobProgress id={row.id} />
}
