/** The fills of severities, from the worst down: those of their badges. Letters say the same beside them. */
import { LEVEL_FILL } from '@/ui/Level'

export const SEVERITIES = [4, 3, 2, 1, 0, -1]

export const SEVERITY_COLOUR: Record<number, string> = {
  4: LEVEL_FILL[5],
  3: LEVEL_FILL[4],
  2: LEVEL_FILL[3],
  1: LEVEL_FILL[2],
  0: LEVEL_FILL[1],
  [-1]: 'bg-line-strong',
}

/** Statuses in which nothing more is to be done about a finding. */
export const SETTLED = ['mitigated', 'resolved', 'closed', 'dismissed', 'deprecated']
export const OPEN = ['--', 'identified', 'confirmed', 'assigned', 'in_progress']
