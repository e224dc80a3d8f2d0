import { expect, test } from 'vitest'
import { nameIn } from './download'

test('a file has the name that the server gives it', () => {
  expect(nameIn(`attachment; filename="_t_.md"; filename*=UTF-8''%C3%A9t%C3%A9%2Emd`)).toBe('été.md')
  expect(nameIn('attachment')).toBe('download')
})
