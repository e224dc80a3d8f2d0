/**
 * Which choices are levels of one scale, from least to worst. The word decides, as for tones; a field in
 * which more is better, such as the effect of a control, is not such a scale.
 */
import type { Choice } from '@/api/model'
import type { Level } from '@/ui/Level'

const LEVELS: [Level, RegExp][] = [
  [1, /^(info|informational|very.low|minimal)$/],
  [2, /^(low|minor)$/],
  [3, /^(medium|moderate)$/],
  [4, /^(high|major)$/],
  [5, /^(critical|very.high|severe)$/],
]

const MORE_IS_BETTER = new Set(['control_impact', 'effort'])

/** P1 is the most pressing of four; its marks are those of the levels above the lowest. */
const PRIORITIES: Record<string, Level> = { p1: 5, p2: 4, p3: 3, p4: 2 }

const plain = (word: string | number) =>
  String(word)
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '.')

export function levelOf(field: { name: string }, choice: Choice): Level | undefined {
  if (MORE_IS_BETTER.has(field.name)) return undefined
  const words = [plain(choice.key), plain(choice.label)]
  return LEVELS.find(([, pattern]) => words.some(word => pattern.test(word)))?.[0]
}

export function priorityOf(field: { name: string }, choice: Choice): Level | undefined {
  return field.name === 'priority' ? PRIORITIES[plain(choice.label)] : undefined
}
