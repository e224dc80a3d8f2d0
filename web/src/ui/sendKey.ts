import type { KeyboardEvent } from 'react'

/**
 * Ctrl-Enter submits a form: this one and not the one under its dialog, and once, however long it is held.
 * `busy` while it is being submitted.
 */
export function sendKey(send: () => void, busy: boolean) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (!busy && !event.repeat) send()
  }
}
