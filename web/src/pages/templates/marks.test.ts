import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BLOCKS, MARKS } from './marks'

const docs = readFileSync('../docs/REPORTS.md', 'utf8')
const inTicks = (text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(match => match[1])

test('the names are those of the documentation', () => {
  const rows = docs
    .slice(docs.indexOf('### Names'))
    .split('\n')
    .filter(line => /^\| (everywhere|`)/.test(line))
    .map(line => line.split('|').slice(1, 3) as [string, string])
  expect(rows.length).toBe(MARKS.length)
  for (const [at, [where, names]] of rows.entries()) {
    const marks = MARKS[at]
    expect(inTicks(where)).toEqual(marks?.lists)
    const said = inTicks(names.split(', and the list')[0] ?? '')
    expect(said).toEqual(marks?.names)
    expect(inTicks(names.split('the list ')[1]?.split(' ')[0] ?? '')).toEqual(marks?.inner ?? [])
  }
})

test('the blocks are those of the documentation', () => {
  const said = [...docs.matchAll(/\{\{ block\.(\w+) \}\}/g)].map(match => match[1])
  expect(said).toEqual(BLOCKS)
})
