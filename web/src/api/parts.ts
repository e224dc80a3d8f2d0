/**
 * The model document in parts. Its outline has every resource with its names and permissions, which is what
 * menus and links need, and is loaded before anything is drawn. Fields and everything that depends on them
 * are loaded with their module: the first component that needs them suspends. Soon after the first page,
 * the rest is loaded with one request.
 */
import type { Model, Resource } from './model'
import { queryClient } from './query'

/** What the outline leaves out. */
const DETAILS = ['fields', 'computed', 'filters', 'actions', 'due', 'checks', 'incoming'] as const

type Details = Record<(typeof DETAILS)[number], unknown>

export interface ModelInParts extends Model {
  /** Fetches a module, once. */
  load: (module: string) => Promise<void>
  /** Takes all modules from the whole document, so that the next page need not wait. */
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
        // The next component to render gets the error; a retry after that requests it again.
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

const BETWEEN = 1000

/** Runs something once the page has all that it asked for and the browser is idle. */
export function whenQuiet(work: () => void) {
  setTimeout(() => {
    if (queryClient.isFetching() > 0) whenQuiet(work)
    else if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
    else work()
  }, BETWEEN)
}
