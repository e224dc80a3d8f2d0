import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csv, quoted, several } from './cells'
import { letters, xlsx } from './xlsx'
import { crc32, zip } from './zip'

test('a text that looks like a formula is disarmed, a negative number is none', () => {
  expect(quoted('=1+1')).toBe("'=1+1")
  expect(quoted('@home')).toBe("'@home")
  expect(quoted(-5)).toBe('-5')
  expect(quoted('a "b", c')).toBe('"a ""b"", c"')
})

test('names are separated by what none of them has', () => {
  expect(several(['a', 'b'])).toBe('a, b')
  expect(several(['Smith, John', 'Doe'])).toBe('Smith, John; Doe')
  expect(several(['a; b', 'c, d', 'e'])).toBe('a; b| c, d| e')
})

test('lines end as spreadsheets expect it', () => {
  expect(
    csv([
      ['A', 'B'],
      ['x', 1],
    ]),
  ).toBe('\uFEFFA,B\r\nx,1')
})

test('columns are counted like in a spreadsheet', () => {
  expect([0, 25, 26, 27, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA'])
})

test('the sum of a file is what others reckon', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

test('the archive is one that other programs read', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'zip-')), 'a.zip')
  writeFileSync(file, zip([['a/é.txt', new TextEncoder().encode('hello')]]))
  const read = `import zipfile; z = zipfile.ZipFile('${file}'); assert z.testzip() is None; print(z.read('a/é.txt').decode(), end='')`
  expect(execFileSync('python3', ['-c', read], { encoding: 'utf8' })).toBe('hello')
})

test('a workbook keeps texts, numbers and signs that XML has a meaning for', () => {
  const text = new TextDecoder().decode(
    xlsx('Controls: <all>', [
      ['Name', 'Cost'],
      ['=1+1 & "x" <b>\u0001', 12.5],
    ]),
  )
  expect(text).toContain('<t xml:space="preserve">=1+1 &amp; &quot;x&quot; &lt;b&gt;</t>')
  expect(text).toContain('<c r="B2"><v>12.5</v></c>')
  expect(text).toContain('<sheet name="Controls  &lt;all&gt;"')
  expect(text).toContain('<autoFilter ref="A1:B2"/>')
})
