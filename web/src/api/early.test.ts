import { afterEach, expect, test } from 'vitest'
import { forgetEarly, rememberModules, takeEarly } from './early'

const USER = '/api/iam/current-user/'
const begin = () => {
  const answer = Promise.resolve(new Response('{}'))
  window.early = { language: 'fr', answers: { [USER]: answer } }
  return answer
}

afterEach(forgetEarly)

test('an answer is taken once', () => {
  const answer = begin()
  expect(takeEarly('/api/model/', 'fr')).toBeUndefined()
  expect(takeEarly(USER, 'fr')).toBe(answer)
  expect(takeEarly(USER, 'fr')).toBeUndefined()
})

test('nothing in another language is taken', () => {
  begin()
  expect(takeEarly(USER, 'en')).toBeUndefined()
  expect(takeEarly(USER, 'fr')).toBeUndefined()
})

test('after the first page it is asked for again', () => {
  begin()
  forgetEarly()
  expect(takeEarly(USER, 'fr')).toBeUndefined()
})

test('the next page knows the module of its resource', () => {
  rememberModules({ assets: { module: 'assets' }, findings: { module: 'assurance' } })
  expect(JSON.parse(localStorage.getItem('cairn.modules') ?? '')).toEqual({
    assets: 'assets',
    findings: 'assurance',
  })
})
