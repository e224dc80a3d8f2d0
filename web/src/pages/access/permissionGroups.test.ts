import { expect, test } from 'vitest'
import type { Model } from '@/api/model'
import { labels } from '@/i18n/labels'
import type { Permission } from './api'
import { permissionGroups } from './permissionGroups'

const model = {
  modules: [{ name: 'risk', label: 'Risk' }],
  resources: {
    'risk-acceptances': {
      path: 'risk-acceptances',
      model: 'riskacceptance',
      module: 'risk',
      plural: 'Risk acceptances',
    },
  },
} as unknown as Model

const words = {
  model: (name: string) => name,
  assigned: (things: string) => `${things}, if assigned`,
  approve: (things: string) => `Approve ${things}`,
  verb: (verb: string) => verb,
  other: 'Other',
  needed: 'Needed',
}

const permission = (codename: string, model: string) =>
  ({ id: codename, codename, model, name: `Can ${codename}` }) as unknown as Permission

test('approving, and seeing what is assigned, are told in words beside the kind of thing', () => {
  const groups = permissionGroups(
    [
      permission('view_riskacceptance', 'riskacceptance'),
      permission('approve_riskacceptance', 'riskacceptance'),
      permission('view_assigned_riskacceptance', 'assigned_riskacceptance'),
      permission('view_unknown', 'unknown'),
    ],
    model,
    labels,
    words,
  )
  expect(groups.map(group => [group.label, group.rows.map(row => row.label)])).toEqual([
    ['Risk', ['Risk acceptances', 'Approve risk acceptances', 'Risk acceptances, if assigned']],
    ['Other', ['unknown']],
  ])
})
