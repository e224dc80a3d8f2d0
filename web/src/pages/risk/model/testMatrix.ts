import type { MatrixDefinition } from '@/pages/matrix/matrix'
import type { Scenario } from './scenario'

const level = (name: string, id: number, hexcolor?: string) => ({ id, name, ...(hexcolor && { hexcolor }) })

/** Three by three. */
export const matrix: MatrixDefinition = {
  probability: ['Unlikely', 'Possible', 'Likely'].map((name, id) => level(name, id)),
  impact: ['Minor', 'Serious', 'Severe'].map((name, id) => level(name, id)),
  risk: [level('Low', 0, '#e7ece2'), level('Medium', 1, '#efbd67'), level('High', 2, '#9b2a22')],
  grid: [
    [0, 0, 1],
    [0, 1, 2],
    [1, 2, 2],
  ],
}

export const scenario = (ref_id: string, values: Partial<Scenario> = {}): Scenario => ({
  id: ref_id,
  ref_id,
  name: `Scenario ${ref_id}`,
  description: null,
  treatment: 'open',
  owner: [],
  inherent_proba: -1,
  inherent_impact: -1,
  current_proba: -1,
  current_impact: -1,
  residual_proba: -1,
  residual_impact: -1,
  ...values,
})
