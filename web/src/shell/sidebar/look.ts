import { cn } from '@/ui/cn'

/** A line of the navigation; a strong one is a heading of others. */
export const line = (here: boolean, { strong, more }: { strong?: boolean; more?: string } = {}) =>
  cn(
    'flex h-7.5 w-full items-center gap-2 rounded-md px-2 text-left text-sm transition-colors max-md:h-11 max-md:text-base',
    here ? 'bg-accent-soft font-medium text-accent-text' : 'hover:bg-hover hover:text-ink',
    !here && (strong ? 'font-medium text-ink' : 'text-ink-soft'),
    more,
  )

/** A square of the rail. */
export const square = (here: boolean) =>
  cn(
    'grid size-9 shrink-0 place-items-center rounded-md transition-colors',
    here ? 'bg-accent-soft text-accent-text' : 'text-ink-soft hover:bg-hover hover:text-ink',
  )
