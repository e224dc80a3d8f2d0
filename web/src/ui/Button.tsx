import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover shadow-sm',
  plain: 'border border-line bg-raised text-ink hover:bg-hover shadow-sm',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'bg-bad text-raised hover:brightness-110 shadow-sm',
}

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-100 disabled:opacity-50'

const SIZES = { md: 'h-8.5 text-base', sm: 'h-7 text-sm' }
const WIDTHS = { md: 'px-3', sm: 'px-2' }
const SQUARES = { md: 'w-8.5', sm: 'w-7' }

export interface Props {
  look?: Look
  size?: 'md' | 'sm'
  /** Only an icon: square, and `label` says what it does. */
  icon?: ReactNode
  label?: string
}

function classes({ look = 'plain', size = 'md', icon, label }: Props, more?: string) {
  const width = icon && label ? SQUARES[size] : WIDTHS[size]
  return cn(BASE, LOOKS[look], SIZES[size], width, more)
}

export function Button({
  look,
  size,
  icon,
  label,
  className,
  children,
  ...rest
}: Props & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes({ look, size, icon, label }, className)}
      {...rest}
    >
      {icon}
      {children}
    </button>
  )
}

/** A link that looks like a button. `to` is an address of the interface. */
export function ButtonLink({
  look,
  size,
  icon,
  label,
  className,
  children,
  ...rest
}: Props & LinkProps & { className?: string; children?: ReactNode }) {
  return (
    <Link
      aria-label={label}
      title={label}
      className={classes({ look, size, icon, label }, className)}
      {...rest}
    >
      {icon}
      {children}
    </Link>
  )
}
