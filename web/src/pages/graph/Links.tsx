import { memo } from 'react'
import type { AssetMap } from './assets'
import { type Layout, NODE } from './layout'

interface Props {
  map: AssetMap
  layout: Layout
  /** Assets whose links are brought out. */
  near: ReadonlySet<string> | null
}

/** The links as curves from what is supported, on the left, to what supports it. */
export const Links = memo(({ map, layout, near }: Props) => {
  const lines = [...map.values()].flatMap(node =>
    node.children.flatMap(child => {
      const [a, b] = [layout.places.get(node.id), layout.places.get(child)]
      if (!a || !b) return []
      const [x1, y1] = [a.x + NODE.width, a.y + NODE.height / 2]
      const [x2, y2] = [b.x, b.y + NODE.height / 2]
      // Links over several columns bend late, so that they run between the assets and not over them.
      const bend = NODE.columns * 0.6
      const path = `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
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
