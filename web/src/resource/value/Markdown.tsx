import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Markdown as text with its looks. The parser drops raw HTML and unsafe addresses by itself. */
export default function Markdown({ text }: { text: string }) {
  const html = micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by a parser that lets no HTML of the text through
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
