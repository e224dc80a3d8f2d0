import { afterEach, expect, test } from 'vitest'
import { isBracket, isFree, letter } from './keys'

afterEach(() => document.body.replaceChildren())

/** Whether a key that is pressed there does something by itself. */
function free(html: string, options: KeyboardEventInit = {}) {
  document.body.innerHTML = html
  let found: boolean | undefined
  const listen = (event: KeyboardEvent) => {
    found = isFree(event)
  }
  window.addEventListener('keydown', listen, { once: true })
  const target = document.querySelector('[data-here]') ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'g', bubbles: true, ...options }))
  return found
}

test('keys alone do nothing while someone types or a dialog is open', () => {
  expect(free('<main data-here></main>')).toBe(true)
  expect(free('<input data-here>')).toBe(false)
  expect(free('<div role="menu"><i data-here></i></div>')).toBe(false)
  expect(free('<dialog open></dialog><main data-here></main>')).toBe(false)
  expect(free('<main data-here></main>', { ctrlKey: true })).toBe(false)
})

test('letters are those of the keyboard; without Latin ones, those of their place', () => {
  expect(letter({ key: 'A', code: 'KeyQ' })).toBe('a')
  expect(letter({ key: 'ф', code: 'KeyA' })).toBe('a')
  expect(letter({ key: ';', code: 'KeyM' })).toBe('')
  expect(isBracket({ key: '[', code: 'Digit5' })).toBe(true)
  expect(isBracket({ key: 'ü', code: 'BracketLeft' })).toBe(true)
  expect(isBracket({ key: 'x', code: 'BracketLeft' })).toBe(false)
})
