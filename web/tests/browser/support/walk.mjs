// A walk through a page with the Tab key alone, and what a person without a mouse would miss on it.

/** The eyes of the walk, in the page. */
function open() {
  const roles = names => names.split(' ').map(role => `[role="${role}"]`)
  const USED = [
    'a[href],button,input,select,textarea,summary,[contenteditable="true"]',
    ...roles('button link checkbox radio switch tab option menuitem slider'),
  ].join()
  // In these Tab stops once and arrows lead on; the last are a column of a board, a matrix and the map.
  const ARROWS = [
    ...roles('tablist radiogroup grid listbox menu'),
    'section[data-column]',
    'table:has([data-row][data-column])',
    ':has(> [data-asset])',
  ].join()

  const name = element => {
    const words = element.getAttribute('aria-label') || element.textContent.trim() || element.id
    return `${element.role ?? element.localName} “${words.replaceAll(/\s+/g, ' ').slice(0, 50)}”`
  }
  /** What stands for it on the screen: a control that only screen readers see has a label. */
  const face = element => {
    const { width, height } = element.getBoundingClientRect()
    return width > 2 && height > 2 ? element : (element.closest('label') ?? element)
  }

  /** All that a sign of the focus can be made of, on the element and around it. */
  function look(element) {
    const parts = []
    for (let at = element, up = 0; at && up < 5; up += 1, at = at.parentElement) {
      for (const pseudo of [null, '::after']) {
        const style = getComputedStyle(at, pseudo)
        parts.push(style.outlineStyle === 'none' ? '' : style.outline)
        parts.push(style.boxShadow, style.borderColor, style.backgroundColor, style.stroke)
      }
    }
    return parts.join()
  }

  /** Whether something else lies over all of it. */
  function isCovered(element) {
    const shown = face(element)
    const box = shown.getBoundingClientRect()
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    if (right <= left || bottom <= top) return true
    const points = [0.5, 0.05, 0.95].flatMap(x => [0.5, 0.1, 0.9].map(y => [x, y]))
    return !points.some(([x, y]) => {
      const there = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
      return there && (shown.contains(there) || there.closest('label')?.contains(shown))
    })
  }

  /** How many sides of its outline are cut off by what it lies in. */
  function cutSides(element) {
    const style = getComputedStyle(element)
    const grow = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth)
    if (style.outlineStyle === 'none' || grow <= 0) return 0
    const box = element.getBoundingClientRect()
    const cut = new Set()
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue
      const clip = at.getBoundingClientRect()
      if (box.left - grow < clip.left - 0.5) cut.add('left')
      if (box.top - grow < clip.top - 0.5) cut.add('top')
      if (box.right + grow > clip.right + 0.5) cut.add('right')
      if (box.bottom + grow > clip.bottom + 0.5) cut.add('bottom')
    }
    return cut.size
  }

  const visited = new Set()
  const faults = []
  let last = null
  /** Looks at where a press of Tab has led; true at the end of the page. */
  function step() {
    const here = document.activeElement
    // The parts of a date are stops of their own.
    if (here === last?.element && here.matches('[type="date"],[type="datetime-local"]')) return false
    if (last?.element.isConnected && look(last.element) === last.look)
      faults.push(`no sign of the focus: ${name(last.element)}`)
    if (!here || here === document.body || visited.has(here)) return true
    visited.add(here)
    last = { element: here, look: look(here) }
    if (here.tabIndex > 0) faults.push(`out of order: ${name(here)}`)
    if (isCovered(here)) faults.push(`hidden behind something: ${name(here)}`)
    if (cutSides(here) > 2) faults.push(`the outline is cut off: ${name(here)}`)
    return false
  }

  /** What the mouse can use within an element and the walk did not come to, if it came to the end. */
  function end(within, hasEnded) {
    const all = [...visited]
    const isReached = element => all.some(one => element.contains(one))
    const isListening = element => {
      const props = element[Object.keys(element).find(key => key.startsWith('__reactProps$'))]
      return !!(props?.onClick ?? props?.onDoubleClick ?? props?.onPointerDown)
    }
    // While a dialog asks, the mouse cannot use what lies behind it either.
    const dialog = document.querySelector('dialog:modal')
    const isMissed = element => {
      if (dialog && !dialog.contains(element)) return false
      if (!element.matches(USED) && !isListening(element)) return false
      if (
        !element.checkVisibility() ||
        element.matches(':disabled') ||
        element.closest('[inert],[aria-hidden="true"]')
      )
        return false
      const widget = element.closest(ARROWS)
      if (isReached(element) || (widget && isReached(widget))) return false
      if (all.some(one => one.type === 'radio' && one.name === element.name)) return false
      const around = element.parentElement.closest(USED)
      return !(around && isReached(around))
    }
    for (const element of hasEnded ? document.querySelectorAll(`${within} *`) : [])
      if (isMissed(element)) faults.push(`not reached: ${name(element)}`)
    return { faults, stops: all.map(name) }
  }
  window.walk = { step, end }
}

/**
 * Presses Tab until the page ends; gives the faults on the way and the names of the stops. It begins at the
 * element `from`, or at the top of the page without it. A list that goes on for ever is left after `most`.
 */
export async function walk(page, { within = 'main', from = '#content', most = 150 } = {}) {
  await page.evaluate(open)
  await page.evaluate(to => (to ? document.querySelector(to).focus() : document.activeElement.blur()), from)
  let hasEnded = false
  for (let presses = 0; !hasEnded && presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    hasEnded = await page.evaluate(() => window.walk.step())
  }
  return page.evaluate(([to, ended]) => window.walk.end(to, ended), [within, hasEnded])
}

/** Presses Tab until something with that name has the focus, as its label or its words. */
export async function tabTo(page, wanted, key = 'Tab') {
  const passed = []
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press(key)
    passed.push(await focused(page))
    if (wanted instanceof RegExp ? wanted.test(passed.at(-1)) : passed.at(-1) === wanted) return
  }
  throw new Error(`${wanted} was not reached, but ${passed.join(' · ')}`)
}

/** The name of what has the focus. */
export function focused(page) {
  return page.evaluate(() => {
    const here = document.activeElement
    const words =
      here.getAttribute('aria-label') || here.labels?.[0]?.textContent || here.textContent || here.id
    return here === document.body ? '' : words.replaceAll(/\s+/g, ' ').replace(/ \*$/, '').trim()
  })
}
