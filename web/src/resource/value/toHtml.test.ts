import { expect, test } from 'vitest'
import { toHtml } from './toHtml'

/** What a browser makes of it. */
function elements(text: string): Element[] {
  const page = new DOMParser().parseFromString(toHtml(text), 'text/html')
  return [...page.body.querySelectorAll('*')]
}

test('nothing of an unfriendly text becomes a script, a picture, a frame or a handler', () => {
  const found = elements(
    [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '![p](https://tracker.example/x.png)',
      '![p](/api/iam/logout/)',
      '<iframe src="//x"></iframe>',
      '<style>*{display:none}</style>',
      '[a](<x" onmouseover="alert(1)>)',
      '| a |\n|---|\n| <svg onload=alert(1)> |',
    ].join('\n\n'),
  )
  expect(found.map(element => element.localName)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(script|img|iframe|style|svg|object|form|base|link|meta)$/),
    ]),
  )
  const attributes = found.flatMap(element => element.getAttributeNames())
  expect(attributes.filter(name => name.startsWith('on') || name === 'style')).toEqual([])
})

test('links lead to web pages only, in a window that knows nothing of this one', () => {
  const found = elements('[a](javascript:alert(1)) [b](data:text/html,x) [c](https://ok.example)')
  const links = found.filter(element => element.localName === 'a')
  expect(links.map(link => link.getAttribute('href'))).toEqual(['', '', 'https://ok.example'])
  for (const link of links) expect(link.getAttribute('rel')).toContain('noopener')
})

test('the text “<a href=” stays text', () => {
  expect(elements('`<a href=x>` and <a href=x>').filter(element => element.localName === 'a')).toEqual([])
})
