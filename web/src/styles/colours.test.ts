/** Fills that stand beside each other in a chart stay apart for those who see no red or no green. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync('src/styles/tokens.css', 'utf8')
const [light = '', rest = ''] = css.split(':root[data-theme="dark"]')
const tokens = (text: string) =>
  new Map([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]))
const THEMES = { light: tokens(light), dark: tokens(rest.split('@theme')[0] ?? '') }

type Triple = [number, number, number]
type Matrix = [Triple, Triple, Triple]

/** How colours look to them, in linear light: Machado, Oliveira and Fernandes, 2009, at full strength. */
const SIGHTS: Record<string, Matrix> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
}

/** Parts of one bar, or bars of one chart, in the order in which they meet. */
const PALETTES = {
  results: ['done', 'partly', 'failed', 'apart', 'track'],
  'controls of a domain': ['done', 'partly', 'apart', 'track'],
  levels: ['l1', 'l2', 'l3', 'l4', 'l5'],
  'lines of time': ['info', 'done', 'failed', 'apart', 'info'],
  kinds: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c1'],
}

/** What may lie anywhere in the chart of a dashboard. */
const ANYWHERE = ['done', 'failed', 'apart', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8']

/** In CIELAB, where about 2 can just be told with both before the eyes; small parts of a bar need far more. */
const LEAST = 15

const times = (matrix: Matrix, [r, g, b]: Triple) =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as Triple

function lab(hex: string, sight: Matrix): Triple {
  const linear = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Triple
  const seen = times(sight, linear).map(part => Math.min(1, Math.max(0, part))) as Triple
  const [x, y, z] = times(
    [
      [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
      [0.2126, 0.7152, 0.0722],
      [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
    ],
    seen,
  ).map(part => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)) as Triple
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function apart(one: string, other: string, sight: Matrix): number {
  const [a, b] = [lab(one, sight), lab(other, sight)]
  return Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))
}

test('the measure knows red from green, and that some do not', () => {
  const [red, green] = ['#c0392b', '#5a7d2a']
  expect(apart(red, green, SIGHTS.usual as Matrix)).toBeGreaterThan(60)
  expect(apart(red, green, SIGHTS.deuteranopia as Matrix)).toBeLessThan(25)
})

describe.each(Object.entries(THEMES))('%s', (_, theme) => {
  test.each(Object.entries(PALETTES))('%s', (_, names) => {
    for (const [sight, matrix] of Object.entries(SIGHTS)) {
      for (const [at, name] of names.entries()) {
        const next = names[at + 1]
        if (!next) continue
        const [one, other] = [theme.get(name), theme.get(next)]
        if (!one || !other) throw new Error(`${name} and ${next} must be colours`)
        expect(apart(one, other, matrix), `${name} beside ${next}, ${sight}`).toBeGreaterThan(LEAST)
      }
    }
  })

  test('whatever meets in the chart of a dashboard', () => {
    for (const [sight, matrix] of Object.entries(SIGHTS))
      for (const name of ANYWHERE)
        for (const other of ANYWHERE.filter(one => one > name && one.startsWith('c'))) {
          const distance = apart(theme.get(name) ?? '', theme.get(other) ?? '', matrix)
          expect(distance, `${name} and ${other}, ${sight}`).toBeGreaterThan(14)
        }
  })
})
