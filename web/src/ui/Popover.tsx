import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { useLayer } from './Dialog'
import { useOpened } from './useOpened'

interface Props {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  label: string
  align?: 'start' | 'end' | 'center'
  className?: string
  /** As wide as the button that opens it. */
  fit?: boolean
  trigger: ReactNode
  children: ReactNode
}

export function Popover({
  open,
  onOpenChange,
  label,
  align = 'start',
  className,
  fit,
  trigger,
  children,
}: Props) {
  const layer = useLayer()
  const [opened, onChange] = useOpened(open, onOpenChange)
  return (
    <Radix.Root open={open} onOpenChange={onChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {opened && (
        <Radix.Portal container={layer}>
          <Radix.Content
            aria-label={label}
            align={align}
            sideOffset={4}
            collisionPadding={8}
            className={cn(
              'appear z-40 max-h-[min(30rem,var(--radix-popper-available-height))] overflow-y-auto rounded-lg border border-line bg-raised shadow-md',
              fit && 'w-(--radix-popper-anchor-width) min-w-64',
              className,
            )}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}
