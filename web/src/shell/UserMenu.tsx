import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Keyboard, Languages, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { request } from '@/api/client'
import { forgetModules } from '@/api/early'
import { displayName, userQuery, useUser } from '@/api/user'
import { LANGUAGES, type Language, setLanguage } from '@/i18n'
import { useTranslation } from '@/i18n/react'
import { dropAllDrafts } from '@/resource/form/drafts'
import { Avatar } from '@/ui/Avatar'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { type Theme, useTheme } from '@/ui/theme'
import { forgetRemembered } from './remembered'

function forget() {
  dropAllDrafts()
  forgetRemembered()
  forgetModules()
  sessionStorage.clear()
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => request('iam/logout/', { method: 'POST' }),
    // A full reload: nothing of one person stays for the next.
    onSuccess: () => {
      forget()
      // A form that is left like this keeps what was typed, and the router where it was scrolled to.
      window.addEventListener('pagehide', forget)
      window.location.assign('/')
    },
    onError: toast.bad,
  })
}

export function useLanguage(): [Language, (language: Language) => void] {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const change = (language: Language) => {
    void setLanguage(language)
    const user = client.getQueryData(userQuery.queryKey)
    if (user) {
      const preferences = { ...user.preferences, lang: language }
      client.setQueryData(userQuery.queryKey, { ...user, preferences })
    }
    const body = { lang: language }
    void request('user-preferences/', { method: 'PATCH', body, keepalive: true }).catch(toast.bad)
  }
  return [i18n.language as Language, change]
}

interface Props {
  onKeys: () => void
  /** Only the initials. */
  compact?: boolean
}

export function UserMenu({ onKeys, compact }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const [theme, setTheme] = useTheme()
  const [language, changeLanguage] = useLanguage()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const name = displayName(user)
  const themes: [Theme, typeof Sun][] = [
    ['light', Sun],
    ['dark', Moon],
    ['system', Monitor],
  ]
  return (
    <Menu
      align="start"
      items={[
        { label: t('profile.title'), icon: <UserRound />, run: () => void navigate({ to: '/profile' }) },
        null,
        {
          label: t('nav.theme'),
          icon: <Sun />,
          items: themes.map(([value, Icon]) => ({
            label: t(`nav.${value}`),
            icon: <Icon />,
            checked: theme === value,
            run: () => setTheme(value),
          })),
        },
        {
          label: t('nav.language'),
          icon: <Languages />,
          items: Object.entries(LANGUAGES).map(([code, label]) => ({
            label,
            checked: language === code,
            run: () => changeLanguage(code as Language),
          })),
        },
        { label: t('keys.title'), icon: <Keyboard />, hint: '?', run: onKeys },
        null,
        { label: t('session.signOut'), icon: <LogOut />, run: () => signOut.mutate() },
      ]}
    >
      <button
        type="button"
        title={compact ? name : undefined}
        className={
          compact
            ? 'grid size-9 place-items-center rounded-md hover:bg-hover'
            : 'flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-hover'
        }
      >
        <Avatar name={name} />
        <span className={compact ? 'sr-only' : 'min-w-0 grow'}>
          <span className="sr-only">{t('nav.account')}: </span>
          <span className="block truncate font-medium">{name}</span>
          {name !== user.email && <span className="block truncate text-ink-faint text-xs">{user.email}</span>}
        </span>
        {!compact && <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-ink-faint" />}
      </button>
    </Menu>
  )
}
