import { toHtml } from './toHtml'

/** Markdown rendered as formatted text. */
export default function Markdown({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by a parser that lets no HTML of the text through
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: toHtml(text) }} />
}
