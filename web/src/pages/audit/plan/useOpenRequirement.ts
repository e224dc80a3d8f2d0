/** Opens a requirement in the list, whatever was filtered there. */
import type { Node } from '../model/tree'
import { useSearchState } from '../usePage'
import { useWork } from '../work'

export function useOpenRequirement(): (node: Node) => void {
  const { choose } = useWork()
  const [, set] = useSearchState()
  return node => {
    set({
      tab: undefined,
      part: undefined,
      by: undefined,
      group: undefined,
      result: undefined,
      stale: undefined,
      assigned: undefined,
      find: undefined,
      req: node.id,
    })
    choose(node.id)
  }
}
