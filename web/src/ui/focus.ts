/**
 * Remembers where the focus was, so that it can be restored when the focused element disappears: the button
 * of a notice that closes, the item of a menu that opened a dialog, the last page. Browsers move it to the
 * document, and people who work with the keyboard would have to start again at the top.
 */

const REMEMBERED = 12
let trail: HTMLElement[] = []
let byKeyboard = false

// Focusing a hidden tab would show it.
const canHaveFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled, [role="tab"][aria-selected="false"]')

/** The page that is shown. */
export const content = () => document.getElementById('content')

/** Returns to the last place that still exists; to the page itself if there is none. */
export function focusBack() {
  for (const element of [...trail].reverse()) {
    if (!canHaveFocus(element)) continue
    element.focus({ preventScroll: true })
    // Elements under a dialog cannot be focused.
    if (document.activeElement === element) return
  }
  content()?.focus({ preventScroll: true })
}

/**
 * Where the focus goes when the dialog that opens now is closed. Some browsers do not focus a clicked
 * button: then there was no focus before, and a field that was used earlier must not get it.
 */
export function wayBack(): () => void {
  const here = document.activeElement
  return byKeyboard || here !== document.body ? focusBack : () => {}
}

/** Starts a new page: the focus goes to its top, unless the page has set it itself. */
export function focusPage() {
  const page = content()
  const here = document.activeElement as HTMLElement
  // The focused element may still disappear with the previous page.
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
  // Touch and mouse need no focus, and on a phone it would open the keyboard.
  new MutationObserver(() => {
    const last = trail.at(-1)
    if (byKeyboard && last && !last.isConnected && document.activeElement === document.body) focusBack()
  }).observe(document.body, { childList: true, subtree: true })
}
