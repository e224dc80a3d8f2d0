import { useQuery } from '@tanstack/react-query'
import { historyQuery } from '@/resource/detail/History'
import { useActorName } from '@/resource/journal/Sentence'
import type { EvidenceFile } from './files'

/** Who uploaded a file, and when; the journal knows. */
export function useUploader(file: EvidenceFile | undefined): { name: string; at: string } | undefined {
  const actor = useActorName()
  const history = useQuery({
    ...historyQuery('evidence-files', file?.id ?? ''),
    enabled: !!file,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const made = history.data?.results.findLast(entry => entry.kind === 'created')
  return made && { name: actor(made), at: made.at }
}
