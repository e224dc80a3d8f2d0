import { Link, useLocation } from '@tanstack/react-router'
import {
  Compass,
  FileCheck2,
  House,
  type LucideIcon,
  Scale,
  ScanSearch,
  Search,
  Settings2,
  Wrench,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/ui/cn'
import { DomainSwitcher } from './DomainSwitcher'
import { Mark } from './Mark'
import { useNavigation } from './navigation'
import { TimeButton } from './time/TimeButton'
import { UserMenu } from './UserMenu'

const ICONS: Record<string, LucideIcon> = {
  steer: Compass,
  identify: ScanSearch,
  assess: Scale,
  treat: Wrench,
  prove: FileCheck2,
  settings: Settings2,
}

const ENTRY =
  'flex h-7.5 items-center gap-2 rounded-md px-2 text-ink-soft transition-colors hover:bg-hover hover:text-ink'

export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation()
  const groups = useNavigation()
  const path = useLocation({ select: location => location.pathname })
  const isHere = (to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`))
  const look = (to: string) =>
    cn(
      ENTRY,
      isHere(to) && 'bg-accent-soft font-medium text-accent-text hover:bg-accent-soft hover:text-accent-text',
    )
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-col gap-2.5 p-3">
        <Link
          to="/"
          className="flex items-center gap-2.5 rounded-md px-1 py-0.5 font-semibold text-lg tracking-tight"
        >
          <Mark size={26} /> Cairn
        </Link>
        <div className="flex gap-1.5">
          <DomainSwitcher />
          <TimeButton />
        </div>
        <button
          type="button"
          onClick={onSearch}
          className="flex h-8 items-center gap-2 rounded-md border border-line bg-raised px-2 text-ink-soft transition-colors hover:border-line-strong"
        >
          <Search size={15} aria-hidden />
          <span className="grow truncate text-left">{t('nav.searchOrJump')}</span>
          <kbd className="shrink-0 font-sans text-ink-faint text-xs">Ctrl K</kbd>
        </button>
      </div>
      <nav aria-label={t('nav.label')} className="min-h-0 grow overflow-y-auto px-3 pb-4">
        <Link to="/" className={look('/')} aria-current={path === '/' ? 'page' : undefined}>
          <House size={15} aria-hidden /> {t('nav.home')}
        </Link>
        {groups.map(group => {
          const Icon = ICONS[group.name]
          return (
            <section key={group.name} aria-label={group.label} className="mt-4">
              <h2 className="mb-1 flex items-center gap-2 px-2 font-medium text-ink-faint text-xs tracking-normal">
                {Icon && <Icon size={14} aria-hidden />} {group.label}
              </h2>
              <ul>
                {group.entries.map(entry => (
                  <li key={entry.to}>
                    <Link
                      to={entry.to}
                      className={cn(look(entry.to), 'pl-7.5')}
                      aria-current={isHere(entry.to) ? 'page' : undefined}
                    >
                      <span className="truncate">{entry.label}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </nav>
      <div className="border-line border-t p-2">
        <UserMenu />
      </div>
    </div>
  )
}
