/**
 * Where the focus was, so that it has somewhere to go when what has it is taken away: the button
 * of a notice that closes, the item of a menu that opened a dialog, the last page. A browser lets
 * it fall to the document, and who works with the keyboard begins anew at the top.
 */

const REMEMBERED = 12
let trail: HTMLElement[] = []
let byKeyboard = false

// A tab that is not shown would be shown by it.
const canHaveFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled, [role="tab"][aria-selected="false"]')

/** The page that is shown. */
export const content = () => document.getElementById('content')

/** Goes back to the last place that is still there; to the page itself if there is none. */
export function focusBack() {
  for (const element of [...trail].reverse()) {
    if (!canHaveFocus(element)) continue
    element.focus({ preventScroll: true })
    // What lies under a dialog refuses it.
    if (document.activeElement === element) return
  }
  content()?.focus({ preventScroll: true })
}

/**
 * Where the focus shall go when a dialog closes that opens now. Some browsers give none to a button that
 * is clicked: there was none before, and a field that was typed into earlier must not get it.
 */
export function wayBack(): () => void {
  const here = document.activeElement
  return byKeyboard || here !== document.body ? focusBack : () => {}
}

/** Begins a new page: the focus goes to its top, unless the page has put it somewhere by itself. */
export function focusPage() {
  const page = content()
  const here = document.activeElement as HTMLElement
  // What it is on may still go with the page before.
  trail = page?.contains(here) ? [here] : []
  if (trail.length === 0) page?.focus({ preventScroll: true })
}

/** Watches over the focus for as long as the interface is there. */
export function watchFocus() {
  document.addEventListener('focusin', event => {
    trail = [...trail.filter(one => one !== event.target), event.target as HTMLElement].slice(-REMEMBERED)
  })
  document.addEventListener('keydown', () => (byKeyboard = true), true)
  for (const pointing of ['pointerdown', 'wheel']) {
    document.addEventListener(pointing, () => (byKeyboard = false), { capture: true, passive: true })
  }
  // A finger or a mouse needs no focus, and on a phone it would bring up the keyboard.
  new MutationObserver(() => {
    const last = trail.at(-1)
    if (byKeyboard && last && !last.isConnected && document.activeElement === document.body) focusBack()
  }).observe(document.body, { childList: true, subtree: true })
}
