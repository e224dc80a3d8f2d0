/**
 * Single-key shortcuts: off while someone types, while a dialog is open, and for people who have turned
 * them off.
 */

const TYPING =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="menu"], [role="listbox"]'
const OWN = '[role="grid"], [role="application"], [data-card]'

export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest(TYPING) && !document.querySelector('dialog[open]')
}

/** Whether the focused element's own keys take precedence, such as `j` and `k` in a table. */
export const isTaken = (event: KeyboardEvent) =>
  event.target instanceof Element && !!event.target.closest(OWN)

/** The letter that was pressed; where the keyboard has no Latin letters, the one in that place. */
export function letter(event: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase()
  return /^[\x20-\x7e]$/.test(event.key) ? '' : (event.code.match(/^Key([A-Z])$/)?.[1]?.toLowerCase() ?? '')
}

/** `[` needs a second key on many keyboards, so its place counts as well. */
export const isBracket = (event: Pick<KeyboardEvent, 'key' | 'code'>) =>
  event.key === '[' || (event.code === 'BracketLeft' && !/^[a-z0-9]$/i.test(event.key))
