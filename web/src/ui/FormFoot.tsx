import type { ReactNode } from 'react'
import { cn } from './cn'

/**
 * The buttons at the end of a form. They stay visible; fields reached with the keyboard are not hidden
 * behind them.
 */
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
