import { initials } from './Avatar'
import { cn } from './cn'

/** The initials of a name; the full name is in the tooltip and for screen readers. */
export function Initials({ name, className }: { name: string; className?: string }) {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-[0.625rem] text-accent-text',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}

/** Several people: the first few shown, the rest counted. */
export function AllInitials({ names, most = 2 }: { names: string[]; most?: number }) {
  if (names.length === 0) return null
  return (
    <span className="flex shrink-0 items-center">
      {names.slice(0, most).map((name, at) => (
        <Initials key={name} name={name} className={cn('ring-2 ring-raised', at > 0 && '-ml-1.5')} />
      ))}
      {names.length > most && (
        <span className="ml-1 text-ink-soft text-xs" title={names.slice(most).join(', ')}>
          +{names.length - most}
        </span>
      )}
    </span>
  )
}
