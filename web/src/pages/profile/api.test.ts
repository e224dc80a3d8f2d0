import { expect, test } from 'vitest'
import { browserOf, tokenState } from './api'

test('a token says how long it still has', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const state = (expiry: string | null) => tokenState({ expiry }, now)
  expect(state(null)).toBe('endless')
  expect(state('2026-05-31T23:59:59Z')).toBe('expired')
  expect(state('2026-06-05T00:00:00Z')).toBe('soon')
  expect(state('2026-07-05T00:00:00Z')).toBe('good')
})

test('a browser is told by what it calls itself', () => {
  const mozilla = (rest: string) => browserOf(`Mozilla/5.0 ${rest}`)
  expect(mozilla('(X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0')).toEqual({
    browser: 'Firefox',
    system: 'Linux',
  })
  expect(
    mozilla('(Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126 Safari/537.36 Edg/126'),
  ).toEqual({ browser: 'Edge', system: 'Windows' })
  expect(
    mozilla('(iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17 Mobile Safari/604'),
  ).toEqual({ browser: 'Safari', system: 'iOS' })
  expect(browserOf('curl/8.8.0')).toEqual({ browser: 'curl', system: undefined })
  expect(browserOf(null)).toEqual({ browser: undefined, system: undefined })
})
