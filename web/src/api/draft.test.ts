import { afterEach, expect, test, vi } from 'vitest'

/** The page as it is loaded with an address; each has its own idea of the draft that was entered. */
async function loadedAt(search: string) {
  vi.resetModules()
  window.history.replaceState(null, '', `/risk-scenarios${search}`)
  return { ...(await import('./draft')), ...(await import('./client')) }
}

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

function answers() {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } })
  })
  return asked
}

test('in a draft everything is read from it and written into it, but for the account and the drafts themselves', async () => {
  const { get, request } = await loadedAt('?draft=d1')
  const asked = answers()
  await get('risk-scenarios/', { limit: 1 })
  await request('risk-scenarios/s1/', { method: 'PATCH', body: {} })
  await request('risk-scenarios/', { present: true })
  await get('iam/current-user/')
  await request('user-preferences/', { method: 'PATCH', body: {} })
  await request('what-if-drafts/d1/apply/', { method: 'POST', body: {} })
  expect(asked).toEqual([
    '/api/risk-scenarios/?draft=d1&limit=1',
    '/api/risk-scenarios/s1/?draft=d1',
    '/api/risk-scenarios/',
    '/api/iam/current-user/',
    '/api/user-preferences/',
    '/api/what-if-drafts/d1/apply/',
  ])
})

test('what was begun in a draft is never written to the present, nor the other way round', async () => {
  const asked = answers()
  const left = await loadedAt('?draft=d1')
  window.history.replaceState(null, '', '/risk-scenarios')
  await expect(left.request('assets/a1/', { method: 'PATCH', body: {} })).rejects.toThrow()
  const present = await loadedAt('')
  window.history.replaceState(null, '', '/risk-scenarios?draft=d1')
  await expect(present.request('assets/a1/', { method: 'PATCH', body: {} })).rejects.toThrow()
  expect(asked).toEqual([])
})

test('the past has no draft', async () => {
  const { draft, linkTo } = await loadedAt('?draft=d1&as_of=2026-03-01T10:00:00Z')
  expect(draft()).toBeUndefined()
  expect(linkTo('assets/')).toBe('/api/assets/?as_of=2026-03-01T10%3A00%3A00Z')
})

test('an address leads into a draft and out of it, and keeps the rest', async () => {
  const { inDraft } = await loadedAt('')
  expect(inDraft('/assets?type=PR&as_of=2026-03-01', 'd1')).toBe('/assets?type=PR&draft=d1')
  expect(inDraft('/assets?draft=d1&domain=x', undefined)).toBe('/assets?domain=x')
})

test('each change that the server took is told', async () => {
  const { request, watchSteps } = await loadedAt('?draft=d1')
  answers()
  const told = vi.fn()
  const end = watchSteps(told)
  await request('assets/', { method: 'POST', body: {} })
  await request('assets/')
  await request('what-if-drafts/d1/discard/', { method: 'POST', body: {} })
  expect(told).toHaveBeenCalledTimes(1)
  end()
})
