import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  title: string
  /** Whether it can be folded away. */
  folds: boolean
  /** Whether it has something to show; it unfolds by itself when that becomes so. */
  open: boolean
  children: ReactNode
}

/** A group of fields under a heading. */
export function FormSection({ title, folds, open, children }: Props) {
  const [unfolded, setUnfolded] = useState(open)
  useEffect(() => {
    if (open) setUnfolded(true)
  }, [open])
  if (!folds) {
    return (
      <section aria-label={title}>
        <h2 className="mb-4 border-line border-b pb-1.5 font-semibold text-base">{title}</h2>
        {children}
      </section>
    )
  }
  return (
    <details open={unfolded} onToggle={event => setUnfolded(event.currentTarget.open)} className="group/fold">
      <summary className="flex items-center gap-1 border-line border-b pb-1.5 marker:content-none [&::-webkit-details-marker]:hidden">
        <h2 className="grow font-semibold text-base">{title}</h2>
        <ChevronRight
          size={16}
          aria-hidden
          className="text-ink-faint transition-transform group-open/fold:rotate-90"
        />
      </summary>
      <div className="pt-4">{children}</div>
    </details>
  )
}
