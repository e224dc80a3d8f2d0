/** How far the audits of a campaign are, in the list of campaigns. */
import { useQuery } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Row } from '@/api/model'
import ProgressCell from '../audit/ProgressCell'
import { CAMPAIGNS } from './api'

export default function CampaignProgress({ row }: { row: Row }) {
  const metrics = useQuery({
    queryKey: ['item', CAMPAIGNS, row.id, 'metrics'],
    queryFn: ({ signal }) =>
      get<{ avg_progress: number }>(`${CAMPAIGNS}/${row.id}/metrics/`, undefined, signal),
    staleTime: 30_000,
  }).data
  return metrics ? <ProgressCell row={{ ...row, progress: metrics.avg_progress }} /> : null
}
