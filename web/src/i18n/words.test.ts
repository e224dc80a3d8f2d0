import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import en from './en.json'
import fr from './fr.json'

type Words = { [name: string]: string | Words }
const keys = (words: Words, above = ''): string[] =>
  Object.entries(words).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [above + name] : keys(inner, `${above}${name}.`),
  )

test('both languages have the same words', () => {
  expect(keys(fr).sort()).toEqual(keys(en).sort())
})

test('every word that the code asks for exists', () => {
  const known = new Set(keys(en).map(key => key.replace(/_(one|other)$/, '')))
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    name => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const missing = files.flatMap(name => {
    const text = readFileSync(`src/${name}`, 'utf8')
    return [...text.matchAll(/\bt\(\s*'([\w.]+)'/g)]
      .map(match => match[1] as string)
      .filter(key => !known.has(key))
  })
  expect(missing).toEqual([])
})
