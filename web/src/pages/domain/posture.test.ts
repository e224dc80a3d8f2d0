import { expect, test } from 'vitest'
import { change, share, tree } from './posture'

const domain = (id: string, parent: string | null) => ({ id, name: id, parent, values: {} })

test('subdomains come after what they are in, by name, and the domain itself is not among them', () => {
  const all = [
    domain('bank', null),
    domain('retail', 'bank'),
    domain('it', 'bank'),
    domain('cards', 'retail'),
  ]
  expect(tree(all, 'bank').map(one => [one.name, one.depth, one.hasBelow])).toEqual([
    ['it', 0, false],
    ['retail', 0, true],
    ['cards', 1, false],
  ])
})

test('a domain that is said to be in itself ends nowhere else', () => {
  expect(tree([domain('bank', 'bank'), domain('it', 'bank')], 'bank').map(one => one.id)).toEqual(['it'])
})

test('one day is no trend', () => {
  expect(change([{ date: '2026-03-11', value: 3 }])).toBeUndefined()
  expect(
    change([
      { date: '2026-03-01', value: 3 },
      { date: '2026-03-11', value: 7 },
    ]),
  ).toEqual({ by: 4, days: 10 })
})

test('nothing of nothing is no share', () => {
  expect(share(0, 0)).toBe(0)
  expect(share(2, 3)).toBe(67)
})
