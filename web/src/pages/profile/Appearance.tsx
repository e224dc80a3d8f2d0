/** Language, theme, and what one is allowed to do. */

import { may, useUser } from '@/api/user'
import { LANGUAGES, type Language } from '@/i18n'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { useLanguage } from '@/shell/UserMenu'
import { Badge } from '@/ui/Badge'
import { ButtonLink } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Segments } from '@/ui/Segments'
import { type Theme, useTheme } from '@/ui/theme'
import { Section } from './Section'

export function Appearance() {
  const { t } = useTranslation()
  const [language, setLanguage] = useLanguage()
  const [theme, setTheme] = useTheme()
  return (
    <div className="flex flex-col gap-8 px-5 py-6 lg:px-8">
      <Section title={t('ownProfile.language')} help={t('ownProfile.languageHelp')}>
        <Segments<Language>
          label={t('ownProfile.language')}
          value={language}
          onChange={setLanguage}
          segments={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
        />
      </Section>
      <Section title={t('ownProfile.theme')} help={t('ownProfile.themeHelp')}>
        <div role="radiogroup" aria-label={t('ownProfile.theme')} className="flex flex-wrap gap-3">
          {(['light', 'dark', 'system'] as const).map(value => (
            <ThemeCard key={value} value={value} chosen={theme === value} onChoose={() => setTheme(value)} />
          ))}
        </div>
      </Section>
      <Account />
    </div>
  )
}

/** A small picture of the interface in a theme. */
function ThemeCard({ value, chosen, onChoose }: { value: Theme; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  return (
    <label
      className={cn(
        'flex cursor-pointer flex-col gap-2 rounded-lg border p-2 transition-colors focus-within:outline-2 focus-within:outline-focus',
        chosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
      )}
    >
      <span aria-hidden className="flex h-20 w-32 overflow-hidden rounded-md border border-line">
        {value !== 'dark' && <Miniature theme="light" half={value === 'system'} />}
        {value !== 'light' && <Miniature theme="dark" half={value === 'system'} />}
      </span>
      <span className="flex items-center gap-2 px-0.5">
        <input
          type="radio"
          name="theme"
          value={value}
          checked={chosen}
          onChange={onChoose}
          className="size-4 accent-accent outline-none"
        />
        {t(`nav.${value}`)}
      </span>
    </label>
  )
}

const COLOURS = {
  light: { back: '#f6f5f1', page: '#fdfcfa', ink: '#8d8b82', accent: '#1d5c4f' },
  dark: { back: '#121413', page: '#1f2321', ink: '#737c76', accent: '#7cc9b3' },
}

function Miniature({ theme, half }: { theme: 'light' | 'dark'; half: boolean }) {
  const colours = COLOURS[theme]
  return (
    <svg
      aria-hidden
      viewBox={half ? '0 0 64 80' : '0 0 128 80'}
      className="h-full grow"
      preserveAspectRatio="xMinYMin slice"
    >
      <rect width="128" height="80" fill={colours.back} />
      <rect x="30" width="98" height="80" fill={colours.page} />
      {[12, 22, 32].map(y => (
        <rect key={y} x="6" y={y} width="18" height="4" rx="2" fill={colours.ink} opacity="0.6" />
      ))}
      <rect x="38" y="10" width="34" height="6" rx="3" fill={colours.ink} />
      <rect x="38" y="24" width="22" height="9" rx="3" fill={colours.accent} />
      {[42, 52, 62].map(y => (
        <rect key={y} x="38" y={y} width="80" height="3" rx="1.5" fill={colours.ink} opacity="0.5" />
      ))}
    </svg>
  )
}

function Account() {
  const { t } = useTranslation()
  const user = useUser()
  const mayEdit = may(user, 'change_user', user.root_folder_id)
  return (
    <Section
      title={t('ownProfile.account')}
      help={t(mayEdit ? 'ownProfile.accountHelp' : 'ownProfile.accountAsk')}
    >
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        <dt className="text-ink-soft">{t('session.email')}</dt>
        <dd className="min-w-0 break-words">{user.email}</dd>
        <dt className="text-ink-soft">{t('ownProfile.roles')}</dt>
        <dd className="flex flex-wrap gap-1.5">
          {user.roles.length === 0 && t('common.none')}
          {user.roles.map(role => (
            <Badge key={role} tone="accent">
              {t(`roles.known.${role.replace('BI-RL-', '')}.name`, role)}
            </Badge>
          ))}
        </dd>
        {user.group_names.length > 0 && (
          <>
            <dt className="text-ink-soft">{t('people.groups')}</dt>
            <dd className="min-w-0 break-words">
              {user.group_names.map(name => labels.known('user-groups', name)).join(', ')}
            </dd>
          </>
        )}
      </dl>
      {mayEdit && (
        <ButtonLink to={`/users/${user.id}`} className="mt-4">
          {t('ownProfile.openAccount')}
        </ButtonLink>
      )}
    </Section>
  )
}
