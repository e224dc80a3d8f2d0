/** The navigation collapsed to its icons: each opens its content beside it. */
import { Link, useLocation } from '@tanstack/react-router'
import { ArrowLeft, Inbox, type LucideIcon, PanelLeftOpen, Pin, Search, Settings } from 'lucide-react'
import { useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Bell } from './Bell'
import { DomainSwitcher } from './DomainSwitcher'
import { Mark } from './Mark'
import { type Group, groupAt, isAt, MY_WORK, onlyEntry, SETTINGS, useNavigation } from './navigation'
import { usePins, useShortcut } from './pins'
import { Flyout } from './sidebar/Flyout'
import { line, square } from './sidebar/look'
import { useRecent } from './sidebar/Shortcuts'
import { useInSettings, wayBack } from './sidebar/useSettings'
import { TimeButton } from './time/TimeButton'
import { UserMenu } from './UserMenu'

interface Props {
  onSearch: () => void
  onKeys: () => void
  onUnfold: () => void
}

export function Rail({ onSearch, onKeys, onUnfold }: Props) {
  const { t } = useTranslation()
  const all = useNavigation()
  const model = useModel()
  const path = useLocation({ select: location => location.pathname })
  const inSettings = useInSettings()
  const back = wayBack()
  const here = groupAt(all, model, path)
  const shown = all.filter(group => group.settings === inSettings)
  return (
    <div className="flex h-full flex-col items-center">
      <div className="flex flex-col items-center gap-1.5 py-3">
        <Link to="/" aria-label={`Cairn, ${t('nav.home')}`} title="Cairn" className="rounded-md p-0.5">
          <Mark size={26} />
        </Link>
        <DomainSwitcher compact />
        <TimeButton className="size-9" />
        <Bell className="size-9" />
        <button
          type="button"
          aria-label={t('nav.searchOrJump')}
          title={`${t('nav.searchOrJump')} Ctrl K`}
          onClick={onSearch}
          className={square(false)}
        >
          <Search size={17} aria-hidden />
        </button>
      </div>
      <nav
        aria-label={inSettings ? t('settings.title') : t('nav.label')}
        className="flex min-h-0 w-full grow flex-col items-center gap-0.5 overflow-y-auto py-0.5"
      >
        {inSettings ? (
          <Square to={back} label={t('nav.leaveSettings')} icon={ArrowLeft} here={false} />
        ) : (
          <>
            <Square to={MY_WORK} label={t('work.mine')} icon={Inbox} here={path === MY_WORK} />
            <AtHand />
          </>
        )}
        <span aria-hidden className="my-1 h-px w-6 shrink-0 bg-line" />
        {shown.map(group => (
          <ModuleSquare key={group.name} group={group} path={path} here={here?.name === group.name} />
        ))}
      </nav>
      <div className="flex w-full flex-col items-center gap-1 border-line border-t py-2">
        <button
          type="button"
          aria-label={t('nav.unfold')}
          title={`${t('nav.unfold')} [`}
          onClick={onUnfold}
          className={square(false)}
        >
          <PanelLeftOpen size={17} aria-hidden />
        </button>
        {all.some(group => group.settings) && (
          <Square to={SETTINGS} label={t('settings.title')} icon={Settings} here={inSettings} />
        )}
        <UserMenu onKeys={onKeys} compact />
      </div>
    </div>
  )
}

function Square({
  to,
  label,
  icon: Icon,
  here,
}: {
  to: string
  label: string
  icon: LucideIcon
  here: boolean
}) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      aria-current={here ? 'page' : undefined}
      className={square(here)}
    >
      <Icon size={17} aria-hidden />
    </Link>
  )
}

function ModuleSquare({ group, path, here }: { group: Group; path: string; here: boolean }) {
  const only = onlyEntry(group)
  const Icon = group.icon
  if (only) return <Square to={only.to} label={group.label} icon={Icon} here={here} />
  return (
    <Flyout label={group.label} here={here} icon={<Icon size={17} aria-hidden />}>
      <ul>
        {group.entries.map(entry => {
          const current = isAt(entry, path)
          const EntryIcon = entry.icon
          return (
            <li key={entry.to}>
              <Link to={entry.to} aria-current={current ? 'page' : undefined} className={line(current)}>
                <EntryIcon size={15} aria-hidden className="shrink-0" />
                <span className="truncate">{entry.label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Flyout>
  )
}

/** Pinned and recent pages behind one icon. */
function AtHand() {
  const { t } = useTranslation()
  const { pins } = usePins()
  const shortcut = useShortcut()
  const recent = useRecent()
  const pinned = pins.flatMap(pin => shortcut(pin) ?? [])
  if (pinned.length + recent.length === 0) return null
  const part = (title: string, links: typeof recent) =>
    links.length > 0 && (
      <section aria-label={title}>
        <p className="px-2 pt-2 pb-1 font-medium text-ink-faint text-xs">{title}</p>
        <ul>
          {links.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={line(false)}>
                <Icon size={15} aria-hidden className="shrink-0" />
                <span className="truncate">{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <Flyout label={t('nav.atHand')} here={false} icon={<Pin size={17} aria-hidden />}>
      {part(t('nav.pinned'), pinned)}
      {part(t('nav.recent'), recent)}
    </Flyout>
  )
}
