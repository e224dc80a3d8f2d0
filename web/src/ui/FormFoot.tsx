import type { ReactNode } from 'react'
import { cn } from './cn'

/** The buttons that end a form. They stay in sight; fields that are come to with the keyboard keep clear of them. */
export function FormFoot({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-no-print
      data-foot="form"
      className={cn(
        'form-foot sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-surface py-3',
        className ?? 'px-5 lg:px-8',
      )}
    >
      {children}
    </div>
  )
}
