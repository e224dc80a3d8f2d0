import { expect, test } from 'vitest'
import { bubble, moved, quadrantAt } from './cells'

test('the middle counts as little effort and as much impact', () => {
  expect(quadrantAt({ impact: 2, effort: 2 })).toBe('quick_win')
  expect(quadrantAt({ impact: 4, effort: 3 })).toBe('major_project')
  expect(quadrantAt({ impact: 1, effort: 0 })).toBe('fill_in')
  expect(quadrantAt({ impact: 0, effort: 4 })).toBe('thankless')
})

test('arrow keys stay in the grid, and up is more impact', () => {
  expect(moved({ impact: 3, effort: 0 }, 'ArrowUp')).toEqual({ impact: 4, effort: 0 })
  expect(moved({ impact: 4, effort: 0 }, 'ArrowUp')).toEqual({ impact: 4, effort: 0 })
  expect(moved({ impact: 0, effort: 1 }, 'End')).toEqual({ impact: 0, effort: 4 })
  expect(moved({ impact: 0, effort: 1 }, 'x')).toBeNull()
})

test('a bubble with four times the number has twice the growth', () => {
  const growth = (count: number) => bubble(count, 16) - bubble(0, 16)
  expect(growth(16)).toBeCloseTo(2 * growth(4))
})
