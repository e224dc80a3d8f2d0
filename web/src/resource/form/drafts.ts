/**
 * Unsaved form input, kept in this browser so that a reload or a crash does not lose it. It is deleted when
 * it is saved or discarded, when the person signs out, and after two weeks. Secrets are never kept.
 */
import type { Resource } from '@/api/model'

const PREFIX = 'cairn.draft.'
const KEPT = 14 * 86_400_000

export interface Draft {
  at: number
  values: Record<string, unknown>
}

export function draftKey(user: string, resource: Resource, id?: string): string {
  return `${PREFIX}${user}.${resource.path}.${id ?? 'new'}`
}

export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    if (draft && Date.now() - draft.at < KEPT) return draft
  } catch {
    // Unreadable data is not a draft.
  }
  localStorage.removeItem(key)
  return null
}

export function keepDraft(key: string, resource: Resource, values: Record<string, unknown>) {
  const open = Object.entries(values).filter(
    ([name]) => !resource.fields.find(field => field.name === name)?.write_only,
  )
  if (open.length === 0) return dropDraft(key)
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), values: Object.fromEntries(open) }))
  } catch {
    // Full storage must not keep anyone from typing.
  }
}

export function dropDraft(key: string) {
  localStorage.removeItem(key)
}

/** Nothing of one person stays for the next. */
export function dropAllDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}
