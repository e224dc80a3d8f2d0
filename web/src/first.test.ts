import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPages } from '../vite.first'
import { pages } from './pages'

const { pages: read, parts } = readPages(readFileSync('src/pages/index.ts', 'utf8'))
const ID = '018f0000-0000-7000-8000-000000000000'
const short = (paths: string[]) => paths.map(path => path.replace(/^.*\/src\/pages\//, ''))

test('every page made by hand has the scripts that it loads', () => {
  for (const page of pages) {
    const address = page.path.replace('$id', ID)
    const [made] = read.filter(one => new RegExp(one.path).test(address))
    expect(made, page.path).toBeDefined()
  }
  for (const { modules, words } of [...read, ...parts]) {
    for (const module of modules)
      expect([existsSync(`${module}.tsx`), existsSync(`${module}.ts`)]).toContain(true)
    for (const part of words) expect(existsSync(`src/i18n/parts/${part}.en.json`)).toBe(true)
  }
})

test('words are found behind what several pages share', () => {
  const risk = read.find(one => new RegExp(one.path).test(`/risk-assessments/${ID}`))
  expect(short(risk?.modules ?? [])).toEqual(['risk/AssessmentPage'])
  expect([...(risk?.words ?? [])].sort()).toEqual(['library', 'risk'])
})

test('what a generic page shows of its own comes with it', () => {
  const on = (path: string) =>
    parts.filter(one => new RegExp(one.path).test(path)).flatMap(one => one.modules)
  expect(short(on(`/incidents/${ID}`))).toEqual(['incident/Timeline'])
  expect(short(on('/users'))).toEqual(['access/cells'])
  expect(on(`/incidents/${ID}/edit`)).toEqual([])
})
