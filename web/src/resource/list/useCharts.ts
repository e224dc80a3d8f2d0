import type { Resource } from '@/api/model'
import { useInterface } from '@/api/user'
import { overrides } from '@/pages'

/** Whether charts stand over the list; kept with the person. Undefined where there are none. */
export function useCharts(resource: Resource) {
  const [ui, change] = useInterface()
  if (!overrides[resource.path]?.charts) return undefined
  const open = ui.charts ?? []
  const shown = open.includes(resource.path)
  return {
    shown,
    toggle: () =>
      change({ charts: shown ? open.filter(path => path !== resource.path) : [...open, resource.path] }),
  }
}
