/** A small picture of a dashboard: where its widgets lie, and what kind each is. */
import type { Widget } from './api'
import { slice } from './charts/scale'
import { COLUMNS } from './places'

export type Placed = Pick<Widget, 'id' | 'chart_type' | 'position_x' | 'position_y' | 'width' | 'height'>

const [CELL, ROW, ROWS] = [24, 16, 7]

export function Outline({ placed }: { placed: Placed[] }) {
  return (
    <svg
      viewBox={`0 0 ${COLUMNS * CELL} ${ROWS * ROW}`}
      preserveAspectRatio="xMidYMin slice"
      aria-hidden
      className="block size-full overflow-hidden"
    >
      {placed
        .filter(one => one.position_y < ROWS)
        .map(one => {
          const [x, y] = [one.position_x * CELL + 2, one.position_y * ROW + 2]
          const [width, height] = [one.width * CELL - 4, one.height * ROW - 4]
          return (
            <g key={one.id}>
              <rect x={x} y={y} width={width} height={height} rx={3} className="fill-raised stroke-line" />
              <Sign type={one.chart_type} x={x + 6} y={y + 6} width={width - 12} height={height - 12} />
            </g>
          )
        })}
    </svg>
  )
}

interface SignProps {
  type: string
  x: number
  y: number
  width: number
  height: number
}

function Sign({ type, x, y, width, height }: SignProps) {
  if (width < 6 || height < 6) return null
  const [cx, cy, radius] = [x + width / 2, y + height / 2, Math.min(width, height) / 2]
  const curve = `M${x} ${y + height * 0.8}L${x + width * 0.3} ${y + height * 0.45}L${x + width * 0.6} ${y + height * 0.6}L${x + width} ${y + height * 0.15}`
  switch (type) {
    case 'donut':
    case 'pie': {
      const inner = type === 'donut' ? radius * 0.55 : 0
      return (
        <g>
          <path d={slice(cx, cy, radius, inner, 0, 0.62)} className="fill-accent opacity-60" />
          <path d={slice(cx, cy, radius, inner, 0.62, 1)} className="fill-track" />
        </g>
      )
    }
    case 'gauge':
      return (
        <g>
          <path d={slice(cx, cy + radius / 2, radius, radius * 0.65, 0.75, 1.25)} className="fill-track" />
          <path
            d={slice(cx, cy + radius / 2, radius, radius * 0.65, 0.75, 1.08)}
            className="fill-accent opacity-60"
          />
        </g>
      )
    case 'bar':
      return (
        <g className="fill-accent opacity-60">
          {[0.9, 0.55, 0.7, 0.3].map((share, at) => (
            <rect
              key={share}
              x={x}
              y={y + (at * height) / 4}
              width={width * share}
              height={Math.max(2, height / 4 - 3)}
              rx={1}
            />
          ))}
        </g>
      )
    case 'area':
      return (
        <g>
          <path d={`${curve}V${y + height}H${x}Z`} className="fill-accent-soft" />
          <path d={curve} fill="none" strokeWidth={1.5} className="stroke-accent opacity-60" />
        </g>
      )
    case 'line':
    case 'sparkline':
      return <path d={curve} fill="none" strokeWidth={1.5} className="stroke-accent opacity-60" />
    case 'table':
    case 'text':
      return (
        <g className="fill-track">
          {[0.95, 0.8, 0.9, 0.5].map((share, at) => (
            <rect key={share} x={x} y={y + (at * height) / 4} width={width * share} height={2.5} rx={1} />
          ))}
        </g>
      )
    default:
      return (
        <g>
          <rect x={x} y={y} width={width * 0.5} height={2.5} rx={1} className="fill-track" />
          <rect
            x={x}
            y={y + height - 10}
            width={Math.min(20, width * 0.4)}
            height={9}
            rx={2}
            className="fill-accent opacity-60"
          />
        </g>
      )
  }
}
