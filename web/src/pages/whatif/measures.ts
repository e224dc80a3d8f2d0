/** Which way a number should go. What is not named here is neither better nor worse. */
const MORE = /^(controls_active|evidence_approved)$/
const FEWER =
  /^(risks_(open|intolerable)|findings_.+|vulnerabilities_.+|incidents_.+|requirements_stale|.+_overdue|evidence_(gaps|expiring)|exceptions_(approved|ending))$/

export type Direction = 'better' | 'worse' | 'other' | 'same'

export function direction(name: string, before: number, after: number): Direction {
  if (before === after) return 'same'
  const wanted = MORE.test(name) ? 1 : FEWER.test(name) ? -1 : 0
  if (wanted === 0) return 'other'
  return Math.sign(after - before) === wanted ? 'better' : 'worse'
}
