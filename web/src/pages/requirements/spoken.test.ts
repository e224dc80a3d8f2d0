import { expect, test } from 'vitest'
import { spokenIn } from './spoken'

const step = {
  name: 'High',
  description: null,
  translations: { fr: { name: 'Élevé' }, 'de-AT': { name: 'Hoch' } },
}

test('a text is told in the language of the reader, or as it was written', () => {
  expect(spokenIn(step, 'name', 'fr')).toBe('Élevé')
  expect(spokenIn(step, 'name', 'de')).toBe('Hoch')
  expect(spokenIn(step, 'name', 'it')).toBe('High')
  expect(spokenIn(step, 'description', 'fr')).toBe('')
})
