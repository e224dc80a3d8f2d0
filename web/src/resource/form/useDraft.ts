import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Resource } from '@/api/model'
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts'
import { same } from './validate'

type Values = Record<string, unknown>

const PAUSE = 300

/** Keeps form input under a key, and returns what an earlier visit left there. */
export function useDraft(
  key: string | undefined,
  resource: Resource,
  form: UseFormReturn<Values>,
  start: Values,
): { found: Draft | null; restore: () => void; drop: () => void } {
  const [found, setFound] = useState(() => (key ? readDraft(key) : null))
  useEffect(() => {
    if (!key) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      const typed = Object.entries(form.getValues()).filter(([name, value]) => !same(value, start[name]))
      // An older draft stays until there is a newer one, or it is discarded.
      if (typed.length > 0) keepDraft(key, resource, Object.fromEntries(typed))
    }
    const watch = form.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, PAUSE)
    })
    const leave = () => form.formState.isDirty && keep()
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      watch.unsubscribe()
      window.removeEventListener('pagehide', leave)
    }
  }, [key, resource, form, start])
  return {
    found,
    restore: () => {
      for (const [name, value] of Object.entries(found?.values ?? {}))
        form.setValue(name, value, { shouldDirty: true })
      setFound(null)
    },
    drop: () => {
      if (key) dropDraft(key)
      setFound(null)
    },
  }
}
