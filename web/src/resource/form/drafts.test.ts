import { beforeEach, expect, test, vi } from 'vitest'
import type { Model } from '@/api/model'
import golden from '../../../../docs/golden/model.json'
import { draftKey, dropAllDrafts, keepDraft, readDraft } from './drafts'

const endpoints = (golden as unknown as Model).resources['webhooks/endpoints']!
const key = draftKey('someone', endpoints)

beforeEach(() => localStorage.clear())

test('what was typed comes back, but no secret', () => {
  keepDraft(key, endpoints, { name: 'Tickets', secret: 'whsec_of_great_value' })
  expect(readDraft(key)?.values).toEqual({ name: 'Tickets' })
  expect(JSON.stringify({ ...localStorage })).not.toContain('whsec_')
})

test('nothing typed is no draft', () => {
  keepDraft(key, endpoints, { name: 'Tickets' })
  keepDraft(key, endpoints, {})
  expect(readDraft(key)).toBeNull()
})

test('a draft is given up after two weeks and when the person signs out', () => {
  keepDraft(key, endpoints, { name: 'Tickets' })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15 * 86_400_000)
  expect(readDraft(key)).toBeNull()
  vi.restoreAllMocks()
  keepDraft(key, endpoints, { name: 'Tickets' })
  dropAllDrafts()
  expect(readDraft(key)).toBeNull()
})

test('what cannot be read is no draft', () => {
  localStorage.setItem(key, '{broken')
  expect(readDraft(key)).toBeNull()
})
