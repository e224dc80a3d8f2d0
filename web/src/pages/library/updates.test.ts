import { expect, test } from 'vitest'
import { answersIn, asksForScores, type FrameworkChange, type UpdatePreview } from './updates'

const framework = (audits: number | null): FrameworkChange => ({
  urn: 'urn:x',
  name: 'X',
  audits: 2,
  score_change:
    audits === null ? null : { old_min: 0, old_max: 4, new_min: 0, new_max: 5, audits, scores: 9 },
  added: [],
  changed: [],
  removed: [],
  moved: [],
})
const preview = (...frameworks: FrameworkChange[]): UpdatePreview => ({
  old_version: 1,
  new_version: 2,
  frameworks,
  others: {},
  actions: [],
})

test('scores are asked about only where audits have them on a scale that changes', () => {
  expect(asksForScores(preview(framework(null), framework(0)))).toBe(false)
  expect(asksForScores(preview(framework(null), framework(1)))).toBe(true)
})

test('answers are counted over all requirements', () => {
  const one = { urn: 'a', ref_id: null, name: null, answers: 2 }
  expect(answersIn([one, { ...one, answers: 3 }])).toBe(5)
  expect(answersIn([])).toBe(0)
})
