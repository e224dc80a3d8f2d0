import { expect, test } from 'vitest'
import type { Model, Resource, Row } from '@/api/model'
import { labels } from '@/i18n/labels'
import golden from '../../../../docs/golden/model.json'
import { crumbsOf } from './crumbs'

const model = golden as unknown as Model
const path = [{ id: 'd', str: 'Claims' }]
const way = (resource: string, row: Row) =>
  crumbsOf(model, model.resources[resource] as Resource, row, labels).map(crumb => crumb.to)

test('the way back from a scenario leads to its assessment', () => {
  const row = { id: '1', path, risk_assessment: { id: 'a', str: 'Claims platform risks' } }
  expect(way('risk-scenarios', row)).toEqual(['/risk-assessments', '/folders/d', '/risk-assessments/a'])
})

test('what is a part of nothing, or of something hidden, lies under its own list', () => {
  expect(way('assets', { id: '1', path })).toEqual(['/assets', '/folders/d'])
  expect(way('risk-scenarios', { id: '1', path, risk_assessment: null })).toEqual([
    '/risk-scenarios',
    '/folders/d',
  ])
})
