import { expect, test } from 'vitest'
import { drawn } from './frame'

test('styles are taken out of an email, and nothing is loaded', () => {
  const html =
    '<html><head><STYLE type="text/css">p > b { color: red }</STYLE></head><p\nstyle="margin:0">a style<img src=\'https://x\'></p>'
  expect(drawn(html)).toEqual({
    html: '<html><head></head><p\ndata-style="margin:0">a style<img data-src=\'https://x\'></p>',
    styles: ['p > b { color: red }'],
  })
})
