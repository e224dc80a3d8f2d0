/** The settings' own navigation, with a way back to the previous page. */
import { Link, useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { isAt, SETTINGS, useNavigation } from '../navigation'
import { line } from './look'
import { Section } from './Shortcuts'
import { wayBack } from './useSettings'

export function SettingsNav() {
  const { t } = useTranslation()
  const sections = useNavigation().filter(group => group.settings)
  const path = useLocation({ select: location => location.pathname })
  const back = wayBack()
  return (
    <nav aria-label={t('settings.title')} className="min-h-0 grow overflow-y-auto px-3 pt-1 pb-4">
      <Link to={back} className={line(false)}>
        <ArrowLeft size={15} aria-hidden className="shrink-0" />
        {t('nav.leaveSettings')}
      </Link>
      <Link
        to={SETTINGS}
        aria-current={path === SETTINGS ? 'page' : undefined}
        className={line(path === SETTINGS, { strong: true, more: 'mt-2' })}
      >
        {t('settings.title')}
      </Link>
      {sections.map(section => (
        <Section key={section.name} title={section.label}>
          {section.entries.map(entry => {
            const Icon = entry.icon
            const current = isAt(entry, path)
            return (
              <li key={entry.to}>
                <Link to={entry.to} aria-current={current ? 'page' : undefined} className={line(current)}>
                  <Icon size={15} aria-hidden className="shrink-0" />
                  <span className="truncate">{entry.label}</span>
                </Link>
              </li>
            )
          })}
        </Section>
      ))}
    </nav>
  )
}
