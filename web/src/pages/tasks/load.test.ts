import { expect, it } from 'vitest'
import { listOf, sharesOf } from './load'

it('leads to the occurrences that were counted', () => {
  const open = { assigned_to: 'a', status__in: 'pending,in_progress', ordering: 'due_date' }
  expect(listOf('overdue', 'assigned_to', 'a', '2026-04-10')).toEqual({ ...open, past: 'true' })
  expect(listOf('due', 'assigned_to', 'a', '2026-04-10')).toEqual({
    ...open,
    past: 'false',
    due_date__lte: '2026-04-10',
  })
  expect(listOf('open', 'folder', 'f', '2026-04-10')).toEqual({
    folder: 'f',
    status__in: 'pending,in_progress',
    ordering: 'due_date',
    due_date__lte: '2026-04-10',
  })
})

it('draws bars in proportion to the largest', () => {
  const load = { id: 'a', str: 'Ada', open: 4, due: 3, overdue: 1 }
  expect(sharesOf(load, 8)).toEqual({ overdue: 12.5, due: 37.5 })
  expect(sharesOf(load, 0)).toEqual({ overdue: 0, due: 0 })
})
