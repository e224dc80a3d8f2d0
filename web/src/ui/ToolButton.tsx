import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button'

/** A quiet toolbar button: an icon and its label, the icon alone if there is no room. */
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
