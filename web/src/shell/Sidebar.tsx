/**
 * The full navigation: domain, time, search, shortcuts, the modules, and at the bottom settings and the
 * user.
 */
import { Link, useLocation } from '@tanstack/react-router'
import { Inbox, PanelLeftClose, Search, Settings } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '@/i18n/react'
import { Bell } from './Bell'
import { DomainSwitcher } from './DomainSwitcher'
import { Mark } from './Mark'
import { MY_WORK, SETTINGS, useNavigation } from './navigation'
import { line } from './sidebar/look'
import { Modules } from './sidebar/Modules'
import { SettingsNav } from './sidebar/SettingsNav'
import { Shortcuts } from './sidebar/Shortcuts'
import { useInSettings } from './sidebar/useSettings'
import { TimeButton } from './time/TimeButton'
import { UserMenu } from './UserMenu'

interface Props {
  onSearch: () => void
  onKeys: () => void
  /** Folds it to its icons, where there is room for both. */
  onFold?: () => void
}

export function Sidebar({ onSearch, onKeys, onFold }: Props) {
  const { t } = useTranslation()
  const path = useLocation({ select: location => location.pathname })
  const inSettings = useInSettings()
  const hasSettings = useNavigation().some(group => group.settings)
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever one goes, it shows where that is
  useEffect(() => {
    frame.current?.querySelector('nav [aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <div ref={frame} className="flex h-full flex-col">
      <div className="flex flex-col gap-2 p-3">
        <div className="flex items-center justify-between">
          <Link
            to="/"
            className="flex items-center gap-2.5 rounded-md px-1 py-0.5 font-semibold text-lg tracking-tight"
          >
            <Mark size={26} /> Cairn
          </Link>
          <Bell className="mr-1.5 ml-auto" />
          {onFold && (
            <button
              type="button"
              aria-label={t('nav.fold')}
              title={`${t('nav.fold')} [`}
              onClick={onFold}
              className="grid size-7 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
            >
              <PanelLeftClose size={16} aria-hidden />
            </button>
          )}
        </div>
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
      {inSettings ? (
        <SettingsNav />
      ) : (
        <nav aria-label={t('nav.label')} className="min-h-0 grow overflow-y-auto px-3 pb-4">
          <Link
            to={MY_WORK}
            className={line(path === MY_WORK)}
            aria-current={path === MY_WORK ? 'page' : undefined}
          >
            <Inbox size={15} aria-hidden className="shrink-0" /> {t('work.mine')}
          </Link>
          <Shortcuts />
          <Modules />
        </nav>
      )}
      <div className="flex flex-col gap-0.5 border-line border-t p-2">
        {hasSettings && !inSettings && (
          <Link to={SETTINGS} className={line(false)}>
            <Settings size={15} aria-hidden className="mx-1.5 shrink-0" /> {t('settings.title')}
          </Link>
        )}
        <UserMenu onKeys={onKeys} />
      </div>
    </div>
  )
}
