import { expect, test } from 'vitest'
import { ApiError } from '@/api/client'
import { problemsIn, readProblem } from './problems'

test('a problem is taken apart into its place, its path and its words', () => {
  expect(readProblem('Line 12: objects.threats[0].name: Expected a text: not a list.')).toEqual({
    place: 'Line 12',
    path: 'objects.threats[0].name',
    text: 'Expected a text: not a list.',
  })
  expect(readProblem('Sheet controls, row 3: ref_id: Missing.')).toEqual({
    place: 'Sheet controls, row 3',
    path: 'ref_id',
    text: 'Missing.',
  })
  expect(readProblem('The file is empty.')).toEqual({ place: '', path: '', text: 'The file is empty.' })
  expect(readProblem('Line 3: Tabs cannot be used here.').path).toBe('')
})

test('only what is said about the file is a problem of the file', () => {
  const problem = {
    type: 'invalid',
    title: 'Invalid',
    status: 400,
    detail: '',
    errors: { file: ['Line 1: Oh.'] },
  }
  expect(problemsIn(new ApiError(400, problem))).toEqual([{ place: 'Line 1', path: '', text: 'Oh.' }])
  expect(problemsIn(new ApiError(409, { ...problem, errors: undefined }))).toEqual([])
  expect(problemsIn(new Error('offline'))).toEqual([])
})
