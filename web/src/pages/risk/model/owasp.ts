/**
 * The OWASP risk rating: eight factors for the likelihood and eight for the impact, each from 0 to 9. Their mean tells the
 * level; with three levels, up to 3 is low, up to 6 medium, and everything above high.
 */
import type { MatrixDefinition } from '@/pages/matrix/matrix'
import type { Place } from './scenario'

export const MOST = 9

export const LIKELIHOOD = {
  agent: ['skill', 'motive', 'opportunity', 'size'],
  weakness: ['discovery', 'exploit', 'awareness', 'detection'],
} as const
export const IMPACT = {
  technical: ['confidentiality', 'integrity', 'availability', 'accountability'],
  business: ['financial', 'reputation', 'compliance', 'privacy'],
} as const

export type Factor =
  | (typeof LIKELIHOOD)[keyof typeof LIKELIHOOD][number]
  | (typeof IMPACT)[keyof typeof IMPACT][number]

/** What was scored so far. A factor that nobody can judge is left out. */
export type Scores = Partial<Record<Factor, number>>

/** The mean of the factors that were scored; null if none was. */
export function mean(factors: readonly Factor[], scores: Scores): number | null {
  const known = factors.map(factor => scores[factor]).filter(score => score !== undefined)
  if (known.length === 0) return null
  return known.reduce((sum, score) => sum + score, 0) / known.length
}

/** A mean as one of so many levels, the lowest first. */
export function levelFor(mean: number, levels: number): number {
  return Math.min(levels - 1, Math.floor((mean * levels) / MOST))
}

/** The cell of the matrix that the scores lead to, once both sides have one. */
export function suggested(scores: Scores, matrix: MatrixDefinition): Place | null {
  const [likelihood, impact] = [mean(factorsOf(LIKELIHOOD), scores), mean(factorsOf(IMPACT), scores)]
  if (likelihood === null || impact === null) return null
  return {
    probability: levelFor(likelihood, matrix.probability.length),
    impact: levelFor(impact, matrix.impact.length),
  }
}

export const factorsOf = (side: typeof LIKELIHOOD | typeof IMPACT): Factor[] => Object.values(side).flat()
