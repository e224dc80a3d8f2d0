import { expect, test } from 'vitest'
import { BOX, neighbours, places } from './mapping'

const set = (id: string, source: string, target: string) => ({
  id,
  name: id,
  source_framework_urn: source,
  target_framework_urn: target,
})

test('a framework is told once, whichever way its mappings lead', () => {
  const sets = [
    set('1', 'urn:me', 'urn:x:iso'),
    set('2', 'urn:x:iso', 'urn:me'),
    set('3', 'urn:x:a', 'urn:x:b'),
  ]
  const [one, ...others] = neighbours('urn:me', sets, [])
  expect(others).toEqual([])
  expect([one?.name, one?.to.length, one?.from.length]).toEqual(['iso', 1, 1])
})

test('what is loaded comes first, under its name', () => {
  const sets = [set('1', 'urn:me', 'urn:x:absent'), set('2', 'urn:me', 'urn:x:there')]
  const found = neighbours('urn:me', sets, [{ id: '7', urn: 'urn:x:there', name: 'There' }])
  expect(found.map(one => [one.name, one.id])).toEqual([
    ['There', '7'],
    ['absent', undefined],
  ])
})

test('boxes stay inside, and do not lie on one another', () => {
  for (const count of [1, 2, 5, 8]) {
    const { spots, middle, height } = places(count, 800)
    const all = [...spots, middle]
    for (const spot of all) {
      expect(spot.x - BOX.width / 2).toBeGreaterThanOrEqual(0)
      expect(spot.x + BOX.width / 2).toBeLessThanOrEqual(800)
      expect(spot.y - BOX.height / 2).toBeGreaterThanOrEqual(0)
      expect(spot.y + BOX.height / 2).toBeLessThanOrEqual(height)
    }
    const apart = all.every((a, at) =>
      all.every(
        (b, place) => at === place || Math.abs(a.x - b.x) >= BOX.width || Math.abs(a.y - b.y) >= BOX.height,
      ),
    )
    expect(apart, `${count}`).toBe(true)
  }
})
