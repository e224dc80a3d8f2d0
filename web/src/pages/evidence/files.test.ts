import { expect, test } from 'vitest'
import { decode, kindOf } from './files'

const file = (media_type: string, name = 'x') => ({ id: '1', name, size: 1, media_type, sha256: '' })

test('what the server found in a file decides how it is shown, not its name', () => {
  expect(kindOf(file('image/png', 'a.pdf'))).toBe('image')
  expect(kindOf(file('image/svg+xml'))).toBe('drawing')
  expect(kindOf(file('text/html', 'a.png'))).toBe('text')
  expect(kindOf(file('application/json'))).toBe('text')
  expect(kindOf(file('image/tiff'))).toBe('none')
  expect(kindOf(file('application/zip', 'a.txt'))).toBe('none')
})

test('old and wide encodings are read', () => {
  expect(decode(new Uint8Array([0x63, 0x61, 0x66, 0xe9]))).toBe('café')
  expect(decode(new TextEncoder().encode('café'))).toBe('café')
  expect(decode(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x3b, 0]))).toBe('a;')
})

test('a character that was cut in two is left out', () => {
  expect(decode(new TextEncoder().encode('caf\u00e9').subarray(0, 4), true)).toBe('caf')
})
