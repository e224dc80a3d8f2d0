import { expect, test } from 'vitest'
import { inTurn, portionsOf, reasons } from './portions'

const ids = Array.from({ length: 7 }, (_, at) => `id${at}`)
const all = async (some: string[]) => ({ succeeded: some.map(id => ({ id })), failed: [] })

test('every object is in exactly one portion, and progress counts what is done', async () => {
  const portions: string[][] = []
  const told: number[] = []
  const outcome = await inTurn(
    portionsOf(ids, 3),
    async some => {
      portions.push(some)
      return all(some)
    },
    progress => told.push(progress.done),
  )
  expect(portions.map(one => one.length)).toEqual([3, 3, 1])
  expect(portions.flat()).toEqual(ids)
  expect(told).toEqual([3, 6, 7])
  expect(outcome).toEqual({ succeeded: ids, failed: [], left: [] })
})

test('what fails is counted and does not keep the rest from being done', async () => {
  const outcome = await inTurn(portionsOf(ids, 2), async some => ({
    succeeded: some.filter(id => id !== 'id1').map(id => ({ id })),
    failed: some.filter(id => id === 'id1').map(id => ({ id, error: 'Locked.' })),
  }))
  expect(outcome.succeeded).toHaveLength(6)
  expect(outcome.failed).toEqual([{ id: 'id1', error: 'Locked.' }])
})

test('whoever calls it off keeps what is done and knows what is not', async () => {
  const stop = new AbortController()
  const outcome = await inTurn(portionsOf(ids, 3), all, () => stop.abort(), stop.signal)
  expect(outcome.succeeded).toEqual(['id0', 'id1', 'id2'])
  expect(outcome.left).toEqual(['id3', 'id4', 'id5', 'id6'])
  expect(outcome.error).toBeUndefined()
})

test('a server that is gone ends it, and the reason is told', async () => {
  let calls = 0
  const outcome = await inTurn(portionsOf(ids, 3), async some => {
    calls += 1
    if (calls === 2) throw new Error('offline')
    return all(some)
  })
  expect(outcome.succeeded).toHaveLength(3)
  expect(outcome.left).toHaveLength(4)
  expect(String(outcome.error)).toMatch(/offline/)
})

test('reasons are told once each, the most frequent first', () => {
  const failed = ['a', 'b', 'b'].map((error, at) => ({ id: String(at), error }))
  expect(reasons(failed)).toEqual([
    { reason: 'b', count: 2 },
    { reason: 'a', count: 1 },
  ])
})
