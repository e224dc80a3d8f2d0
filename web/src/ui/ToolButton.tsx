import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button'

/** A quiet button of a tool bar: an icon and its word, the icon alone where there is no room for words. */
export function ToolButton({
  icon,
  label,
  ...rest
}: { icon: ReactNode; label: string } & ComponentProps<'button'>) {
  return (
    <Button look="quiet" icon={icon} title={label} className="max-[1380px]:px-2.5" {...rest}>
      <span className="max-[1380px]:sr-only">{label}</span>
    </Button>
  )
}
