import { type ReactNode, useId } from 'react'

/** A heading with its explanation at the left, what it is about at the right. */
export function Section({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-3 border-line border-t pt-6 first:border-t-0 first:pt-0 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {help && <p className="mt-1 text-pretty text-ink-soft text-sm">{help}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
