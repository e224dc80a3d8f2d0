/** The colours of severities, from the worst down; those of their badges. Letters say the same beside them. */
export const SEVERITIES = [4, 3, 2, 1, 0, -1]

export const SEVERITY_COLOUR: Record<number, string> = {
  4: 'bg-bad',
  3: 'bg-[color-mix(in_srgb,var(--bad)_60%,var(--warn))]',
  2: 'bg-warn',
  1: 'bg-good',
  0: 'bg-info',
  [-1]: 'bg-line-strong',
}

/** Statuses in which nothing more is to be done about a finding. */
export const SETTLED = ['mitigated', 'resolved', 'closed', 'dismissed', 'deprecated']
export const OPEN = ['--', 'identified', 'confirmed', 'assigned', 'in_progress']
