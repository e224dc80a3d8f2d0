import { afterEach, expect, test, vi } from 'vitest'
import { send, whenSessionEnds } from './client'

afterEach(() => {
  whenSessionEnds(null)
  vi.unstubAllGlobals()
})

test('a refusal that comes after the session was renewed is repeated without asking again', async () => {
  const answers: ((status: number) => void)[] = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal(
    'fetch',
    () => new Promise(resolve => answers.push(status => resolve(new Response('{}', { status })))),
  )
  let asked = 0
  whenSessionEnds(async () => {
    asked += 1
  })
  const [quick, slow] = [send('assets/'), send('threats/')]
  answers[0]?.(401)
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[1]?.(401)
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  answers[2]?.(200)
  answers[3]?.(200)
  expect((await quick).status).toBe(200)
  expect((await slow).status).toBe(200)
  expect(asked).toBe(1)
})
