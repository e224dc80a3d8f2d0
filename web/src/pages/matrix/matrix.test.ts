import { expect, test } from 'vitest'
import { draw, inkOn, levelsOf, luminance, type MatrixDefinition } from './matrix'

const matrix: MatrixDefinition = {
  probability: [
    { id: 0, name: 'Rare' },
    { id: 1, name: 'Likely', translations: { fr: { name: 'Probable' } } },
  ],
  impact: [
    { id: 0, name: 'Minor' },
    { id: 1, abbreviation: 'S' },
  ],
  risk: [
    { id: 0, name: 'Low', hexcolor: '#BBF7D0' },
    { id: 1, name: 'High', hexcolor: 'red' },
  ],
  grid: [
    [0, 0],
    [0, 1],
  ],
}

test('the most probable stands at the top, and each cell has its level of risk', () => {
  const { rows, columns, risks } = draw(matrix, 'en')
  expect(rows.map(row => [row.level.name, ...row.cells.map(cell => cell.name)])).toEqual([
    ['Likely', 'Low', 'High'],
    ['Rare', 'Low', 'Low'],
  ])
  expect(columns.map(level => level.name)).toEqual(['Minor', 'S'])
  expect(risks.map(level => level.name)).toEqual(['High', 'Low'])
})

test('names are translated, and what is no colour is not drawn as one', () => {
  const { rows, risks } = draw(matrix, 'fr')
  expect(rows[0]?.level.name).toBe('Probable')
  expect(risks[0]?.colour).toBeNull()
})

test('a grid that names no level of risk still draws', () => {
  expect(draw({ ...matrix, grid: [[0, 9], []] }, 'en').rows[1]?.cells[1]?.name).toBe('?')
})

test('short colours are colours, and levels have a short name that tells them apart', () => {
  const levels = ['Low', 'Medium', 'Minor', 'High'].map((name, id) => ({ id, name, hexcolor: '#fa0' }))
  const { risk } = levelsOf({ ...matrix, risk: levels }, 'en')
  expect(risk[0]?.colour).toBe('#ffaa00')
  expect(risk.map(level => level.short)).toEqual(['L', 'Me', 'Mi', 'H'])
})

test('words on a colour can be read', () => {
  expect(luminance('#ffffff')).toBeCloseTo(1)
  expect(inkOn('#ffffff')).toBe('#1f211e')
  expect(inkOn('#7f1d1d')).toBe('#ffffff')
  for (let step = 0; step < 256; step += 5) {
    const grey = `#${step.toString(16).padStart(2, '0').repeat(3)}`
    const [high = 0, low = 0] = [luminance(grey), luminance(inkOn(grey))].sort((a, b) => b - a)
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5)
  }
})
