/** The content of a rail icon, beside it: on hover, or with Enter, which moves the focus there. */
import { Popover } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLayer } from '@/ui/Dialog'
import { useOpened } from '@/ui/useOpened'
import { square } from './look'

/** The mouse may leave for a moment on its way from the square to what it opened. */
const PATIENCE = 180

interface Props {
  label: string
  here: boolean
  icon: ReactNode
  children: ReactNode
}

export function Flyout({ label, here, icon, children }: Props) {
  const layer = useLayer()
  const [open, setOpen] = useState(false)
  const [opened] = useOpened(open)
  const pointed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stay = () => clearTimeout(timer.current)
  const later = (open: boolean, wait: number) => {
    stay()
    timer.current = setTimeout(() => setOpen(open), wait)
  }
  const onLeave = () => {
    if (pointed.current) later(false, PATIENCE)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <button
          type="button"
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          className={square(here)}
          onPointerEnter={event => {
            if (event.pointerType !== 'mouse' || open) return stay()
            pointed.current = true
            later(true, 90)
          }}
          onPointerLeave={onLeave}
          onClick={() => {
            stay()
            pointed.current = false
            // One that the mouse has opened stays, and takes the focus.
            if (open) document.querySelector<HTMLElement>('[data-flyout] a')?.focus()
            setOpen(true)
          }}
        >
          {icon}
        </button>
      </Popover.Anchor>
      {opened && (
        <Popover.Portal container={layer}>
          <Popover.Content
            data-flyout
            aria-label={label}
            side="right"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={stay}
            onPointerLeave={onLeave}
            onOpenAutoFocus={event => {
              // Under the mouse the focus stays where it is; otherwise it goes to the first way on.
              event.preventDefault()
              if (!pointed.current) (event.target as HTMLElement).querySelector('a')?.focus()
            }}
            onClick={event => {
              if ((event.target as Element).closest('a')) setOpen(false)
            }}
            className="appear z-40 max-h-(--radix-popper-available-height) w-60 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-md"
          >
            <p className="px-2 pt-1 pb-1.5 font-medium text-ink text-sm">{label}</p>
            {children}
          </Popover.Content>
        </Popover.Portal>
      )}
    </Popover.Root>
  )
}
