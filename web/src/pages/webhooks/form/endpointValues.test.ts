import { expect, test } from 'vitest'
import { body, newValues } from './endpointValues'

const filled = { ...newValues('root'), url: ' https://hooks.example.com/in ', events: new Set(['b', 'a']) }

test('a new endpoint asks for a secret and is called after its host', () => {
  const sent = body(filled, true)
  expect(sent).toMatchObject({
    name: 'hooks.example.com',
    url: 'https://hooks.example.com/in',
    event_types: ['a', 'b'],
    generate_secret: true,
    timeout: 15,
  })
  expect('secret' in sent).toBe(false)
})

test('a secret of its own is sent and none is made', () => {
  const sent = body({ ...filled, secret: 'own', ownSecret: 'whsec_x' }, true)
  expect(sent.secret).toBe('whsec_x')
  expect('generate_secret' in sent).toBe(false)
})

test('stored headers are left alone unless they are given anew', () => {
  expect('headers' in body(filled, false)).toBe(false)
  expect(body({ ...filled, headers: [] }, false).headers).toEqual({})
  const headers = [
    { name: ' X-Key ', value: ' 1 ' },
    { name: '', value: '' },
  ]
  expect(body({ ...filled, headers }, false).headers).toEqual({ 'X-Key': '1' })
})
