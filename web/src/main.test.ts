import { expect, test } from 'vitest'

const SOURCES = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const WAITS = /^(?:await\b|(?:export )?(?:const|let) .*= await\b|for await\b)/m

test('no module waits at its top level: pages import from the start, and would wait until it has ended', () => {
  expect(Object.keys(SOURCES)).toContain('./main.tsx')
  expect(WAITS.test("const found = await get('assets/')")).toBe(true)
  expect(Object.keys(SOURCES).filter(name => WAITS.test(SOURCES[name] ?? ''))).toEqual([])
})
