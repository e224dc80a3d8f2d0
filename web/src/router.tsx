/**
 * Addresses. Hand-made pages are listed in `pages/index.ts`; every other address is looked up in the
 * model document: `/assets`, `/assets/new`, `/assets/{id}`, `/assets/{id}/edit`.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { DRAFT } from './api/draft'
import { hasEarly } from './api/early'
import { itemQuery } from './api/objects'
import { AS_OF } from './api/past'
import { queryClient } from './api/query'
import { pages } from './pages'
import { loadPage, ResourcePage } from './resource/ResourcePage'
import { Root } from './shell/Root'
import { Failed } from './ui/States'

/** Query strings are plain text both ways: filters read as the API takes them. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}
export function stringifySearch(search: Record<string, unknown>): string {
  const out = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') out.set(name, String(value))
  }
  const text = out.toString().replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}

const root = createRootRoute({
  component: Root,
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
  // The chosen domain, instant and draft go along from page to page.
  search: { middlewares: [retainSearchParams(['domain', AS_OF, DRAFT])] },
  errorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
})

const handMade = pages.map(page =>
  createRoute({
    getParentRoute: () => root,
    path: page.path,
    component: lazyRouteComponent(page.load),
    // Nobody waits for it: the page asks again for what has not come.
    loader: ({ params }) => page.ahead?.((params as { id: string }).id),
  }),
)
// Where its script cannot be loaded, the page itself says so. What has been asked for already is there when it is drawn.
const loader = ({ location }: { location: { pathname: string } }) => {
  const [, path, id] = location.pathname.match(/^\/([a-z-]+)\/([0-9a-f-]{36})$/) ?? []
  if (path && id && hasEarly(`/api/${path}/${id}/`)) void queryClient.prefetchQuery(itemQuery(path, id))
  return loadPage(location.pathname).catch(() => {})
}
// A page made by hand for one object is neither the form for a new one nor the import of many.
const addresses = new Set(pages.map(page => page.path))
const forms = pages
  .filter(page => page.path.endsWith('/$id'))
  .flatMap(page => ['new', 'import'].map(name => page.path.replace('$id', name)))
  .filter(path => !addresses.has(path))
  .map(path => createRoute({ getParentRoute: () => root, path, component: ResourcePage, loader }))
const generic = createRoute({ getParentRoute: () => root, path: '$', component: ResourcePage, loader })

export const router = createRouter({
  routeTree: root.addChildren([...handMade, ...forms, generic]),
  parseSearch,
  stringifySearch,
  trailingSlash: 'never',
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
})
