import { expect, test } from 'vitest'
import { fitting, type Tab } from './Tabs'

const tabs = (count: number): Tab[] =>
  Array.from({ length: count }, (_, at) => ({ name: `t${at}`, label: `T${at}`, view: () => null }))

test('eight tabs fit, more go behind a button, and the chosen one is always seen', () => {
  const eight = tabs(8)
  expect(fitting(eight, eight[0]!)).toEqual([eight, []])
  const ten = tabs(10)
  const [shown, more] = fitting(ten, ten[0]!)
  expect([shown.length, more.length]).toEqual([7, 3])
  const [with9, without9] = fitting(ten, ten[9]!)
  expect(with9.at(-1)).toBe(ten[9])
  expect(with9.length + without9.length).toBe(10)
})

test('fewer are shown where they do not fit, and all of them where they do', () => {
  const eight = tabs(8).map(tab => ({ ...tab, label: 'Security exceptions', count: 0 }))
  expect(fitting(eight, eight[0]!, 2000)).toEqual([eight, []])
  const [shown, more] = fitting(eight, eight[7]!, 900)
  expect(shown.length).toBeLessThan(8)
  expect(shown.at(-1)).toBe(eight[7])
  expect(shown.length + more.length).toBe(8)
  expect(fitting(eight, eight[0]!, 10)[0]).toEqual([eight[0]])
})
