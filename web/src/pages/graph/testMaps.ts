/** Maps for tests. */
import { type AssetMap, toMap } from './assets'

/** “b < a” says that b supports a. */
export function mapOf(...links: string[]): AssetMap {
  const names = [...new Set(links.flatMap(link => link.split(' < ')))]
  return toMap({
    nodes: names.map(name => ({ name, pk: name, value: 'Support', category: null })),
    links: links
      .filter(link => link.includes(' < '))
      .map(link => {
        const [child, parent] = link.split(' < ') as [string, string]
        return { source: names.indexOf(child), target: names.indexOf(parent), value: 'supports' }
      }),
    categories: [],
  })
}

/** An estate of so many assets, some of which support two. */
export function estate(count: number): AssetMap {
  const links: string[] = []
  for (let at = 1; at < count; at += 1) {
    links.push(`n${at} < n${Math.floor(at / 4)}`)
    if (at % 5 === 0) links.push(`n${at} < n${Math.floor(at / 7)}`)
  }
  return mapOf(...links)
}
