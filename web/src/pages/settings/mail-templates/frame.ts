/**
 * An email in a frame. The interface allows no inline styles and nothing from other servers, in its frames neither: styles are
 * taken out of the HTML and given to the elements once they are there, and pictures are left out. The server has checked the
 * HTML: every attribute is quoted, and there is no `<` but those of tags.
 */
export interface Drawn {
  html: string
  /** What stood in `<style>` elements. */
  styles: string[]
}

export function drawn(html: string): Drawn {
  const styles: string[] = []
  const rest = html
    .replace(/<style[^>]*>([^<]*)<\/style\s*>/gi, (_, style: string) => {
      styles.push(style)
      return ''
    })
    .replace(/(\s)(style|src|background)(\s*=\s*["'])/gi, '$1data-$2$3')
  return { html: rest, styles }
}

/** Gives the elements of a frame their styles back, and keeps its links from leading anywhere. Nothing in it runs. */
export function dress(frame: HTMLIFrameElement, styles: string[]) {
  const document = frame.contentDocument
  const Sheet = (frame.contentWindow as (Window & typeof globalThis) | null)?.CSSStyleSheet
  if (!document || !Sheet) return
  for (const element of document.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  document.adoptedStyleSheets = styles.map(style => {
    const sheet = new Sheet()
    sheet.replaceSync(style)
    return sheet
  })
  for (const link of document.querySelectorAll('a')) link.removeAttribute('href')
}
