/** Sends a file that becomes evidence of a domain, owned by whoever sends it; gives the ids of the evidence. */
import { useCallback } from 'react'
import { request } from '@/api/client'
import { useModel } from '@/api/model'
import { useUser } from '@/api/user'

export function useSendEvidence(folder: string): (file: File) => Promise<string[]> {
  const user = useUser()
  // Who sees no actors can't name one, not even themselves.
  const owner = 'actors' in useModel().resources ? user.actor_id : null
  return useCallback(
    async file => {
      const body = new FormData()
      body.append('file', file)
      body.append('folder', folder)
      if (owner) body.append('owner', owner)
      const made = await request<{ results: { id: string }[] }>('evidences/batch-upload/', {
        method: 'POST',
        body,
      })
      return made.data.results.map(one => one.id)
    },
    [folder, owner],
  )
}
