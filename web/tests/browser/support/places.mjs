// Every page there is: those of the resources in the model document, and those made by hand.
import { fileURLToPath } from 'node:url'

/** Addresses of the generic pages, with an object to show where there is one. */
export async function resourcePlaces(api) {
  const model = await api.get('model/')
  const places = []
  for (const resource of Object.values(model.resources)) {
    const add = (kind, address) => places.push({ resource: resource.path, kind, address })
    add('list', `/${resource.path}`)
    if (resource.permissions.add && !resource.read_only) add('new', `/${resource.path}/new`)
    // The last is one that people made; the first are often built in.
    const { results } = await api.get(`${resource.path}/?limit=1&ordering=-id`)
    if (!results[0]?.id) continue
    add('item', `/${resource.path}/${results[0].id}`)
    if (resource.permissions.change && !resource.read_only)
      add('edit', `/${resource.path}/${results[0].id}/edit`)
  }
  return places
}

/** Hand-made pages, layouts and tabs, from the one list of them. */
export async function handMadePlaces(api) {
  const { createServer } = await import('vite')
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const vite = await createServer({ root, server: { middlewareMode: true, ws: false }, logLevel: 'error' })
  const { pages, overrides } = await vite.ssrLoadModule('/src/pages/index.ts')
  await vite.close()
  const places = pages
    .filter(page => !page.path.includes('$'))
    .map(page => ({ resource: page.path.slice(1) || 'home', kind: 'page', address: page.path }))
  for (const [path, override] of Object.entries(overrides)) {
    for (const { name } of override.layouts ?? [])
      places.push({ resource: path, kind: name, address: `/${path}?layout=${name}` })
    const { results } = await api.get(`${path}/?limit=1&ordering=-id`)
    for (const { name } of results[0] ? (override.tabs ?? []) : [])
      places.push({ resource: path, kind: name, address: `/${path}/${results[0].id}?tab=${name}` })
  }
  return places
}
