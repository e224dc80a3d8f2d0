/** Objects that the words find, among all kinds or those that were asked for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { get } from '@/api/client'
import { useWithin } from '@/api/domains'
import { type Resource, title, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { iconNamed } from '@/ui/icons'
import type { Entry } from './entry'
import type { Asked } from './kinds'

interface Hit {
  type: string
  id: string
  name: string
  ref_id: string
  folder: string
}

const SHOWN = 30
const NO_OBJECTS = { entries: [] as Entry[], isCurrent: true }

interface Search extends Asked {
  onClose: () => void
  everywhere: boolean
  onEverywhere: () => void
}

export function useObjects({ words, kinds, onClose, everywhere, onEverywhere }: Search): {
  entries: Entry[]
  isCurrent: boolean
} {
  const { t } = useTranslation()
  const within = useWithin()
  const narrow = everywhere ? {} : within
  const navigate = useNavigate()
  const model = useModel()
  const labels = useLabels()
  const types = kinds.map(kind => kind.path).join(',')
  const searches = words.length > 1
  const found = useQuery({
    queryKey: ['list', 'search', words, types, narrow],
    queryFn: ({ signal }) =>
      get<{ results: Hit[] }>(
        'search/',
        { q: words, limit: SHOWN, ...(types ? { type: types } : {}), ...narrow },
        signal,
      ),
    enabled: searches,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  // A kind without words shows what of it changed last.
  const [kind] = kinds
  const latest = useQuery({
    ...pageQuery(kind?.path ?? '', { ordering: '-updated_at', ...narrow }, 0, SHOWN),
    enabled: !searches && !!kind,
  })
  const entry = (resource: Resource, id: string, label: string, note: string): Entry => {
    const Icon = iconNamed(resource.icon)
    return {
      key: `object ${id}`,
      group: 'objects',
      label,
      note,
      icon: <Icon />,
      run: () => {
        onClose()
        void navigate({ to: `/${resource.path}/${id}` })
      },
    }
  }
  if (!searches && !kind) return NO_OBJECTS
  const isCurrent = searches ? !found.isPending && !found.isPlaceholderData : !latest.isPending
  const entries = searches
    ? (found.data?.results ?? []).flatMap(hit => {
        const resource = model.resources[hit.type]
        if (!resource) return []
        const label = [hit.ref_id, hit.name].filter(Boolean).join(' · ')
        return entry(resource, hit.id, label, [labels.name(resource), hit.folder].filter(Boolean).join(' · '))
      })
    : (latest.data?.results ?? []).map(row => entry(kind!, row.id, title(row), labels.name(kind!)))
  if (!narrow.within) return { entries, isCurrent }
  const label = t('palette.elsewhere')
  const widen: Entry = { key: 'everywhere', group: 'objects', label, icon: <Layers />, run: onEverywhere }
  return { entries: [...entries, widen], isCurrent }
}
