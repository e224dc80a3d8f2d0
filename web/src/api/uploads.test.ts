import { expect, test } from 'vitest'
import { ApiError, OfflineError } from './client'
import { uploadEach } from './uploads'

const file = (name: string) => new File(['x'], name)
const refusal = new ApiError(400, {
  type: 'invalid',
  title: 'Invalid',
  status: 400,
  detail: 'Some fields are invalid.',
  errors: { file: ['Unsupported file type.'] },
})

test('of six files five are taken, and the sixth has its own reason', async () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map(file)
  const { taken, refused } = await uploadEach(files, async one => {
    if (one.name === 'd') throw refusal
  })
  expect(taken.map(one => one.name).join('')).toBe('abcef')
  expect(refused).toEqual([{ name: 'd', reason: 'Unsupported file type.' }])
})

test('a server that is not there is no fault of a file', async () => {
  const lost = uploadEach([file('a')], () => Promise.reject(new OfflineError()))
  await expect(lost).rejects.toBeInstanceOf(OfflineError)
})
