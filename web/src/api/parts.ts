/**
 * The model document in parts. Its outline has every resource with its names and rights, which is what menus and links need, and
 * is there before anything is drawn. Fields and all that follows from them come with their module: whoever draws
 * from them first waits for it, by React's Suspense, and soon after the first page all of it is there, by one request.
 */
import type { Model, Resource } from './model'

/** What the outline leaves out. */
const DETAILS = ['fields', 'computed', 'filters', 'actions', 'due', 'checks', 'incoming'] as const

type Details = Record<(typeof DETAILS)[number], unknown>

export interface ModelInParts extends Model {
  /** Fetches a module, once. */
  load: (module: string) => Promise<void>
  /** Takes all modules from the whole document, so that what is shown next need not wait. */
  complete: (whole: Model) => void
}

export function inParts(outline: Model, fetchModule: (module: string) => Promise<Model>): ModelInParts {
  const details = new Map<string, Details>()
  const loading = new Map<string, Promise<void>>()
  const failed = new Map<string, unknown>()

  const learn = (part: Model) => {
    for (const [path, resource] of Object.entries(part.resources))
      details.set(path, resource as unknown as Details)
  }

  const load = (module: string): Promise<void> => {
    const known = loading.get(module)
    if (known) return known
    const promise = fetchModule(module).then(
      part => {
        failed.delete(module)
        learn(part)
      },
      error => {
        // Whoever draws next is told; whoever tries again after that asks again.
        failed.set(module, error)
        loading.delete(module)
      },
    )
    loading.set(module, promise)
    return promise
  }

  const resources = Object.fromEntries(
    Object.entries(outline.resources).map(([path, resource]) => [path, whole(resource)]),
  )

  function whole(resource: Resource): Resource {
    const getters = DETAILS.map(name => [
      name,
      {
        enumerable: true,
        get: () => {
          const known = details.get(resource.path)
          if (known) return known[name]
          if (failed.has(resource.module)) {
            const error = failed.get(resource.module)
            failed.delete(resource.module)
            throw error
          }
          throw load(resource.module)
        },
      },
    ])
    return Object.defineProperties({ ...resource }, Object.fromEntries(getters))
  }

  return { ...outline, resources, load, complete: learn }
}

/** Runs something when the page has nothing better to do. */
export function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
