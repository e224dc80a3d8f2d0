import type { ReactNode } from 'react'

/** A section of a page: its heading, and its actions at the end of the line. */
export function Section({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="text-base">{title}</h2>
        {action && (
          <div data-no-print className="shrink-0">
            {action}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

/** The quiet words at the end of a heading. */
export const QUIET =
  'inline-flex min-h-6 items-center gap-1 rounded-sm px-1 -mx-1 font-medium text-accent-text text-sm underline-offset-3 hover:underline'
