/** Goes to the first invalid field: it is expanded, scrolled into view and focused. */

const CONTROL = ':is(input, select, textarea, button, [tabindex]):not(:disabled):not([type=hidden])'

/** Whether there was one. */
export function showFirstError(form: HTMLElement): boolean {
  // A part of a structured value says itself what is wrong with it, inside of its field.
  const all = [...form.querySelectorAll<HTMLElement>('[data-invalid]')]
  const field = all.find(one => !all.some(other => other !== one && one.contains(other)))
  if (!field) return false
  for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  const control =
    field.querySelector<HTMLElement>(`[aria-invalid="true"]${CONTROL}`) ??
    field.querySelector<HTMLElement>(CONTROL)
  field.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  return true
}
