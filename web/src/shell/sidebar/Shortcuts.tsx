/** Pinned and recent pages. */
import { Link, useLocation } from '@tanstack/react-router'
import { PinOff } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { usePins, useShortcut } from '../pins'
import { useRemembered } from '../remembered'
import { line } from './look'

const RECENT = 5

/** Recent pages without the current one and the pinned ones. */
export function useRecent(most = RECENT) {
  const path = useLocation({ select: location => location.pathname })
  const { recent } = useRemembered()
  const { isPinned } = usePins()
  const shortcut = useShortcut()
  return recent
    .filter(visit => visit.to !== path && !isPinned(visit.to))
    .flatMap(visit => shortcut(visit) ?? [])
    .slice(0, most)
}

export function Shortcuts() {
  const { t } = useTranslation()
  const path = useLocation({ select: location => location.pathname })
  const { pins, toggle } = usePins()
  const shortcut = useShortcut()
  const recent = useRecent()
  const pinned = pins.flatMap(pin => shortcut(pin) ?? [])
  return (
    <>
      {pinned.length > 0 && (
        <Section title={t('nav.pinned')}>
          {pinned.map(({ to, label, icon: Icon }) => (
            <li key={to} className="group relative">
              <Link to={to} className={line(path === to, { more: 'pr-8' })}>
                <Icon size={15} aria-hidden className="shrink-0" />
                <span className="truncate">{label}</span>
              </Link>
              <button
                type="button"
                aria-label={t('nav.unpinNamed', { name: label })}
                title={t('nav.unpin')}
                onClick={() => toggle(to, label)}
                className={cn(
                  'absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded text-ink-faint hover:bg-hover hover:text-ink',
                  'opacity-0 focus-visible:opacity-100 group-hover:opacity-100 max-md:opacity-100',
                )}
              >
                <PinOff size={13} aria-hidden />
              </button>
            </li>
          ))}
        </Section>
      )}
      {recent.length > 0 && (
        <Section title={t('nav.recent')}>
          {recent.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={line(false)}>
                <Icon size={15} aria-hidden className="shrink-0" />
                <span className="truncate">{label}</span>
              </Link>
            </li>
          ))}
        </Section>
      )}
    </>
  )
}

export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-3.5">
      <h2 id={id} className="mb-1 px-2 font-medium text-ink-faint text-xs tracking-normal">
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}
