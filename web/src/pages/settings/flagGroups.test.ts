import { expect, test } from 'vitest'
import en from '@/i18n/en.json'
import { FLAG_GROUPS, groupFlags } from './flagGroups'

test('a flag that is new to the interface is shown under other', () => {
  const groups = groupFlags(['outgoing_webhooks', 'brand_new'])
  expect(groups.map(group => group.name)).toEqual(['integrations', 'other'])
  expect(groups[1]?.flags).toEqual(['brand_new'])
})

test('every flag that is named here is explained', () => {
  const words: Record<string, unknown> = en.flags.list
  const silent = FLAG_GROUPS.flatMap(([, flags]) => flags).filter(flag => !words[flag])
  expect(silent).toEqual([])
})
