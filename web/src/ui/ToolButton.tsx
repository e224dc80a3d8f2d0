import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button'

/** A quiet button of a tool bar: an icon and its word, on narrow screens the icon alone. */
export function ToolButton({
  icon,
  label,
  ...rest
}: { icon: ReactNode; label: string } & ComponentProps<'button'>) {
  return (
    <Button look="quiet" icon={icon} className="max-sm:px-2.5" {...rest}>
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
}
