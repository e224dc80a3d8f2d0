/** Converts Markdown to HTML: the one place where people's text becomes part of the page. */
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/**
 * Raw HTML and unsafe addresses are dropped by the parser. Pictures are not fetched: looking would tell someone, and
 * an address of our own API would be asked in the reader's name.
 */
export function toHtml(text: string): string {
  const html = micromark(text, {
    extensions: [gfmTable(), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmTableHtml()],
  })
  // In text and attributes “<” is always escaped, so this can only be a link of the parser's own.
  return html.replaceAll('<a href=', '<a target="_blank" rel="noreferrer noopener nofollow" href=')
}
