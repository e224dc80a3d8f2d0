/** A colour as people see it, with its code. */
export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

export function Colour({ value }: { value: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        aria-hidden
        style={{ backgroundColor: value }}
        className="size-3.5 shrink-0 rounded-sm border border-line-strong [print-color-adjust:exact]"
      />
      <span className="tabular">{value}</span>
    </span>
  )
}
