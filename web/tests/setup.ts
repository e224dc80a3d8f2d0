import { startLanguages } from '@/i18n'

// The test environment has no dialogs of its own yet.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

await startLanguages()
