import { memo } from 'react'
import type { AssetMap } from './assets'
import type { Layout } from './layout'
import { byColumn, drawn, route } from './route'

interface Props {
  map: AssetMap
  layout: Layout
  /** Assets whose links are highlighted. */
  near: ReadonlySet<string> | null
}

/** The links as curves from what is supported, on the left, to what supports it. */
export const Links = memo(({ map, layout, near }: Props) => {
  const columns = byColumn(layout.places.values())
  const lines = [...map.values()].flatMap(node =>
    node.children.flatMap(child => {
      const [a, b] = [layout.places.get(node.id), layout.places.get(child)]
      if (!a || !b) return []
      const path = drawn(route(a, b, columns))
      return [{ key: `${node.id} ${child}`, path, lit: near ? near.has(node.id) && near.has(child) : null }]
    }),
  )
  return (
    <svg
      aria-hidden
      width={layout.width}
      height={layout.height}
      className="absolute inset-0 overflow-visible"
    >
      <g fill="none" stroke="var(--line-strong)" strokeWidth={1.25}>
        {lines
          .filter(line => !line.lit)
          .map(line => (
            <path key={line.key} d={line.path} opacity={line.lit === null ? 0.55 : 0.12} />
          ))}
      </g>
      <g fill="none" stroke="var(--accent)" strokeWidth={2}>
        {lines
          .filter(line => line.lit)
          .map(line => (
            <path key={line.key} d={line.path} />
          ))}
      </g>
    </svg>
  )
})
