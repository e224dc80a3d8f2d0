/** Menus behind a button and on right click, from one list of items. */
import { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { useLayer } from './Dialog'
import { useOpened } from './useOpened'

export interface Item {
  label: string
  icon?: ReactNode
  /** The keyboard shortcut. */
  hint?: string
  danger?: boolean
  disabled?: boolean
  checked?: boolean
  run?: () => void
  items?: Item[]
}
/** `null` is a line between groups. */
export type Items = (Item | null | false | undefined)[]

const PANEL =
  'appear z-40 max-h-[min(26rem,var(--radix-popper-available-height))] min-w-48 max-w-80 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-md'
const ITEM =
  'flex w-full cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-base outline-none data-disabled:opacity-50 data-highlighted:bg-hover data-[state=open]:bg-hover'

type Parts = typeof DropdownMenu | typeof ContextMenu

function Entries({ parts, items }: { parts: Parts; items: Items }) {
  const layer = useLayer()
  return items.map((item, at) => {
    if (item === null) return <parts.Separator key={at} className="my-1 h-px bg-line" />
    if (!item) return null
    const face = (
      <>
        {item.icon && <span className="text-ink-faint [&_svg]:size-4">{item.icon}</span>}
        <span className="grow truncate">{item.label}</span>
        {item.checked && <span aria-hidden>✓</span>}
        {item.hint && <kbd className="pl-4 text-ink-faint text-xs">{item.hint}</kbd>}
      </>
    )
    const look = cn(ITEM, item.danger && 'text-bad')
    if (item.items) {
      return (
        <parts.Sub key={at}>
          <parts.SubTrigger className={look}>
            {face}
            <span aria-hidden className="text-ink-faint">
              ›
            </span>
          </parts.SubTrigger>
          <parts.Portal container={layer}>
            <parts.SubContent className={PANEL}>
              <Entries parts={parts} items={item.items} />
            </parts.SubContent>
          </parts.Portal>
        </parts.Sub>
      )
    }
    return (
      <parts.Item key={at} className={look} disabled={item.disabled} onSelect={item.run}>
        {face}
      </parts.Item>
    )
  })
}

interface MenuProps {
  items: Items
  align?: 'start' | 'end'
  /** Set if something other than the button opens it too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The button; it takes a ref and props. */
  children: ReactNode
}

export function Menu({ items, align = 'end', open, onOpenChange, children }: MenuProps) {
  const layer = useLayer()
  const [opened, onChange] = useOpened(open, onOpenChange)
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onChange}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      {opened && (
        <DropdownMenu.Portal container={layer}>
          <DropdownMenu.Content className={PANEL} align={align} sideOffset={4} collisionPadding={8}>
            <Entries parts={DropdownMenu} items={items} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      )}
    </DropdownMenu.Root>
  )
}

export function RightClick({
  items,
  children,
  disabled,
}: {
  items: Items
  children: ReactNode
  disabled?: boolean
}) {
  const layer = useLayer()
  const [opened, onChange] = useOpened()
  return (
    <ContextMenu.Root modal={false} onOpenChange={onChange}>
      <ContextMenu.Trigger asChild disabled={disabled}>
        {children}
      </ContextMenu.Trigger>
      {opened && (
        <ContextMenu.Portal container={layer}>
          <ContextMenu.Content className={PANEL} collisionPadding={8}>
            <Entries parts={ContextMenu} items={items} />
          </ContextMenu.Content>
        </ContextMenu.Portal>
      )}
    </ContextMenu.Root>
  )
}
