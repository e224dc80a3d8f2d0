import { Users } from 'lucide-react'
import { cn } from './cn'

export function initials(name: string): string {
  // Of an email address, only the part before the @ identifies a person.
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')).toUpperCase()
}

/** The avatar of a person or a group: initials, since nobody uploads pictures here. */
export function Avatar({
  name,
  group,
  size = 'md',
  faded,
}: {
  name: string
  group?: boolean
  size?: 'sm' | 'md' | 'lg'
  faded?: boolean
}) {
  const sizes = { sm: 'size-6 text-[0.625rem]', md: 'size-8 text-xs', lg: 'size-12 text-lg' }
  return (
    <span
      aria-hidden
      className={cn(
        'inline-grid shrink-0 place-items-center font-semibold uppercase',
        group ? 'rounded-md bg-info-soft text-info' : 'rounded-full bg-accent-soft text-accent-text',
        faded && 'bg-sunken text-ink-faint',
        sizes[size],
      )}
    >
      {group ? <Users className="size-1/2" /> : initials(name)}
    </span>
  )
}
