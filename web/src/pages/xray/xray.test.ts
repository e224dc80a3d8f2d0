import { afterEach, expect, test, vi } from 'vitest'
import { applied, type Check, idsOf, oneByOne } from './api'

const check: Check = {
  name: 'open_but_rated',
  resource: 'risk-scenarios',
  severity: 'warning',
  message: 'Rated, but still open.',
  count: 2,
  query: { treatment: 'open' },
  objects: [
    { id: 'a', str: 'A' },
    { id: 'b', str: 'B' },
  ],
  fix: null,
}

afterEach(() => vi.unstubAllGlobals())

function server(answer: (address: string) => unknown = () => ({})) {
  const asked: [string, string, unknown][] = []
  vi.stubGlobal('fetch', async (address: string, call: RequestInit) => {
    asked.push([call.method ?? 'GET', address, call.body ? JSON.parse(String(call.body)) : undefined])
    const body = answer(address)
    return new Response(JSON.stringify(body), { status: (body as { status?: number }).status ?? 200 })
  })
  return asked
}

test('one field is set in all of them at once, so that it can be undone at once', async () => {
  const asked = server()
  await applied(check, { kind: 'set', label: '', fields: { treatment: 'mitigate' } }, ['a', 'b'])
  expect(asked).toEqual([
    [
      'POST',
      '/api/risk-scenarios/batch-action/',
      { action: 'change_field', ids: ['a', 'b'], field: 'treatment', value: 'mitigate' },
    ],
  ])
})

test('several fields that belong together are written together, and one refusal does not stop the rest', async () => {
  const asked = server(address =>
    address.includes('/a/')
      ? { status: 409, detail: 'It is locked.' }
      : { updated_at: '2026-03-01T10:00:00Z', name: 'B' },
  )
  const fix = { kind: 'set' as const, label: '', fields: { current_proba: -1, current_impact: -1 } }
  const result = await applied(check, fix, ['a', 'b'])
  expect(asked.map(([method, address]) => `${method} ${address}`)).toEqual([
    'PATCH /api/risk-scenarios/a/',
    'PATCH /api/risk-scenarios/b/',
  ])
  expect(result).toEqual({
    at: '2026-03-01T10:00:00Z',
    succeeded: [{ id: 'b', name: 'B' }],
    failed: [{ id: 'a', error: 'It is locked.' }],
  })
})

test('an action runs on each of them', async () => {
  const asked = server()
  await applied(check, { kind: 'action', label: '', action: 'sync-to-actions', body: { dry: false } }, ['a'])
  expect(asked).toEqual([['POST', '/api/risk-scenarios/a/sync-to-actions/', { dry: false }]])
})

test('if only the first are known, the list says which the others are', async () => {
  const asked = server(() => ({ count: 2, results: [{ id: 'a' }, { id: 'c' }] }))
  expect(await idsOf(check)).toEqual(['a', 'b'])
  expect(asked).toEqual([])
  expect(await idsOf({ ...check, objects: check.objects.slice(0, 1) })).toEqual(['a', 'c'])
  expect(asked[0]?.[1]).toContain('/api/risk-scenarios/?treatment=open')
})

test('nothing is reported as done that failed', async () => {
  const result = await oneByOne(['a'], () => Promise.reject(new Error('No')))
  expect(result).toEqual({ at: '', succeeded: [], failed: [{ id: 'a', error: 'No' }] })
})
