import { expect, test } from 'vitest'
import { parseCsv, separatorOf } from './csv'

test('quotes, line breaks in values and every kind of line end', () => {
  expect(parseCsv('a,b\r\n"x, y","say ""hi"""\n"two\nlines",\r3,4', 10).rows).toEqual([
    ['a', 'b'],
    ['x, y', 'say "hi"'],
    ['two\nlines', ''],
    ['3', '4'],
  ])
})

test('the separator is found, also where values have commas', () => {
  expect(separatorOf('name;amount\nBolts;1,5\nNuts;2,25')).toBe(';')
  expect(separatorOf('a\tb\n1\t2')).toBe('\t')
  expect(separatorOf('"a,b;c",d\n1,2')).toBe(',')
})

test('a mark of the byte order is no part of the first name', () => {
  expect(parseCsv('\uFEFFid\n1', 10).rows[0]).toEqual(['id'])
})

test('only as many lines as are asked for are kept, and it is said', () => {
  const text = Array.from({ length: 50 }, (_, at) => `${at},x`).join('\n')
  expect(parseCsv(text, 10)).toMatchObject({ more: true })
  expect(parseCsv(text, 10).rows).toHaveLength(10)
  expect(parseCsv(text, 50)).toMatchObject({ more: false })
})

test('a quote that never ends does not lose what came before', () => {
  expect(parseCsv('a,b\n1,"never ends\n2,3', 10).rows).toEqual([
    ['a', 'b'],
    ['1', 'never ends\n2,3'],
  ])
})
