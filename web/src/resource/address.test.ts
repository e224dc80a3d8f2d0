import { expect, test } from 'vitest'
import type { Model } from '@/api/model'
import golden from '../../../docs/golden/model.json'
import { resolve } from './address'

const model = golden as unknown as Model

test.each([
  ['/assets', 'list assets'],
  ['/assets/', 'list assets'],
  ['/assets/new', 'new assets'],
  ['/assets/import', 'import assets'],
  ['/assets/0190', 'item assets 0190'],
  ['/assets/0190/edit', 'edit assets 0190'],
  ['/webhooks/endpoints', 'list webhooks/endpoints'],
  ['/webhooks/endpoints/0190/edit', 'edit webhooks/endpoints 0190'],
  ['/assets/new/edit', 'nothing'],
  ['/assets/0190/delete', 'nothing'],
  ['/webhooks', 'nothing'],
  ['/nowhere', 'nothing'],
])('%s shows %s', (address, expected) => {
  const place = resolve(model, address)
  const words = [place.kind, 'resource' in place && place.resource.path, 'id' in place && place.id]
  expect(words.filter(Boolean).join(' ')).toBe(expected)
})
