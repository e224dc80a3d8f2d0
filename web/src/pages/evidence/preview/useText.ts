import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contentQuery, decode, type EvidenceFile, MOST } from '../files'

/** The beginning of a file as text. */
export function useText(file: EvidenceFile) {
  const content = useQuery(contentQuery(file, MOST.text))
  const text = useMemo(
    () => (content.data ? decode(content.data.bytes, content.data.cut) : null),
    [content.data],
  )
  return { text, cut: content.data?.cut ?? false, error: content.error, retry: () => void content.refetch() }
}
