import i18next from 'i18next'
import { afterAll, expect, test } from 'vitest'
import type { Model, Resource } from '@/api/model'
import { setLanguage } from '@/i18n'
import { labels } from '@/i18n/labels'
import golden from '../../../../docs/golden/model.json'
import { cellOf } from '../list/files/cells'
import { importable } from './fields'
import { wordsOf } from './words'

const model = golden as unknown as Model
const folded = (text: unknown) =>
  String(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What the server makes of a cell: a word that it was told, or else a key or a label. */
function read(resource: Resource, name: string, cell: unknown) {
  const words = wordsOf(importable(resource), (field, choice) => labels.choice(resource, field, choice))
  const told = Object.entries(words[name] ?? {}).find(([word]) => folded(word) === folded(cell))
  if (told) return told[1]
  const choices = resource.fields.find(field => field.name === name)?.choices ?? []
  return choices.find(choice => [choice.key, choice.label].some(word => folded(word) === folded(cell)))?.key
}

afterAll(() => setLanguage('en'))

test.each(['en', 'fr'] as const)(
  'every choice that a list exports is read as the same choice (%s)',
  async language => {
    await setLanguage(language)
    for (const resource of Object.values(model.resources)) {
      for (const field of importable(resource)) {
        for (const { key } of field.choices ?? []) {
          // Left out of the file, which an import takes for no change.
          if (key === '--') continue
          const cell = cellOf(resource, field, key, { labels, t: i18next.t })
          expect([resource.path, field.name, read(resource, field.name, cell)]).toEqual([
            resource.path,
            field.name,
            key,
          ])
        }
      }
    }
  },
)

test('only words that the server cannot know are told', () => {
  const assets = model.resources.assets as Resource
  const type = importable(assets).filter(field => field.name === 'type')
  expect(wordsOf(type, (_, choice) => choice.label)).toEqual({})
  expect(wordsOf(type, (_, choice) => `« ${choice.key} » !`)).toEqual({})
  expect(wordsOf(type, (_, { key }) => (key === 'PR' ? 'Support' : 'Actif support'))).toEqual({
    type: { Support: 'PR', 'Actif support': 'SP' },
  })
})
