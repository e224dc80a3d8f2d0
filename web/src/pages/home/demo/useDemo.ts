/**
 * Whether there is demo data. Its domain is found by its label, so that everyone with the permission can
 * remove it, whoever loaded it.
 */
import { useQuery } from '@tanstack/react-query'
import { isRef, type Ref, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useUser } from '@/api/user'

export const DEMO_LABEL = 'cairn-demo'

export function useDemo(): { folder: Ref | null; pending: boolean } {
  const user = useUser()
  const readable = 'filtering-labels' in useModel().resources
  const labels = useQuery({
    ...pageQuery('filtering-labels', { label: DEMO_LABEL }, 0, 5),
    enabled: readable,
  })
  const folders = (labels.data?.results ?? []).map(row => row.folder).filter(isRef)
  return {
    folder: folders.find(folder => folder.id !== user.root_folder_id) ?? null,
    pending: readable && labels.isPending,
  }
}
