/** A small trend line; the sentence beside it says what it shows. */
import type { Point } from './posture'

const [WIDTH, HEIGHT] = [96, 28]

export function Spark({ trend }: { trend: Point[] }) {
  if (trend.length < 3) return null
  const values = trend.map(point => point.value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => 2 + (at / (trend.length - 1)) * (WIDTH - 6)
  const y = (value: number) => HEIGHT - 3 - ((value - least) / Math.max(1, most - least)) * (HEIGHT - 7)
  const line = values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="h-7 w-24 shrink-0">
      <path
        d={`${line}L${x(values.length - 1).toFixed(1)} ${HEIGHT}L${x(0)} ${HEIGHT}Z`}
        className="fill-accent-soft"
      />
      <path d={line} fill="none" strokeWidth="1.5" strokeLinejoin="round" className="stroke-accent" />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="2.5" className="fill-accent" />
    </svg>
  )
}
