/** The logo: a stack of stones. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="fill-accent-ink">
        <ellipse cx="16" cy="24" rx="10" ry="3.2" />
        <ellipse cx="15.2" cy="17.6" rx="7" ry="2.7" opacity=".9" />
        <ellipse cx="16.6" cy="12" rx="4.6" ry="2.2" opacity=".8" />
        <ellipse cx="15.8" cy="7.6" rx="2.4" ry="1.6" opacity=".7" />
      </g>
    </svg>
  )
}
