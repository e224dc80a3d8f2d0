/** Everything that can be done or gone to by name. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  FlaskConical,
  GitCompareArrows,
  History,
  Keyboard,
  Layers,
  LogOut,
  Plus,
  Star,
  SunMoon,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { flatten, useDomains } from '@/api/domains'
import { DRAFTS, enterDraft } from '@/api/draft'
import { useModel } from '@/api/model'
import { useDraft } from '@/api/useDraft'
import { useGoTo, useInstant } from '@/api/useInstant'
import { LANGUAGES, type Language } from '@/i18n'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { useTheme } from '@/ui/theme'
import { useNavigation } from '../navigation'
import { usePinnable, usePins } from '../pins'
import { useRemembered } from '../remembered'
import { useRecent } from '../sidebar/Shortcuts'
import { asText, CHOICES, chosen } from '../time/instants'
import { useLanguage, useSignOut } from '../UserMenu'
import { startWhatIf, useMayStart } from '../whatif/starting'
import type { Entry } from './entry'

export function useCommands(onClose: () => void, onKeys: () => void): Entry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const path = useLocation({ select: location => location.pathname })
  const model = useModel()
  const labels = useLabels()
  const groups = useNavigation()
  const tree = useDomains()
  const [, setTheme] = useTheme()
  const [, setLanguage] = useLanguage()
  const signOut = useSignOut()
  const at = useInstant()
  const draft = useDraft()
  const mayStart = useMayStart()
  const goTo = useGoTo()
  const recent = useRecent(12)
  const { recent: visits, use } = useRemembered()
  const { isPinned, toggle } = usePins()
  const pinnable = usePinnable()
  const go = (to: string) => {
    onClose()
    void navigate({ to })
  }
  const act = (key: string, label: string, icon: ReactNode, run: () => void): Entry => ({
    key,
    group: 'actions',
    label,
    icon,
    run: () => {
      use(key)
      onClose()
      run()
    },
  })
  // Lists stand among the pages, those that are used most first.
  const objects = recent.filter(({ to, resource }) => resource && to !== `/${resource.path}`)
  const last: Entry[] = objects.map(({ to, label, icon: Icon, resource }) => ({
    key: `recent ${to}`,
    group: 'recent',
    label,
    note: resource && labels.name(resource),
    icon: <Icon />,
    run: () => go(to),
  }))
  const pages: Entry[] = groups.flatMap(group =>
    group.entries.flatMap(entry =>
      [entry.to, ...entry.beside].map((to): Entry => {
        const resource = model.resources[to.slice(1)]
        const Icon = entry.icon
        return {
          key: to,
          group: 'pages',
          label: to === entry.to || !resource ? entry.label : labels.plural(resource),
          note: group.settings ? `${t('settings.title')} · ${group.label}` : group.label,
          icon: <Icon />,
          run: () => go(to),
        }
      }),
    ),
  )
  const create = Object.values(model.resources)
    .filter(resource => resource.listed && resource.permissions.add && !resource.read_only)
    .map(resource =>
      act(
        `new ${resource.path}`,
        t('palette.new', { name: labels.one(resource) }),
        <Plus />,
        () => void navigate({ to: `/${resource.path}/new` }),
      ),
    )
  const title = visits.find(visit => visit.to === path)?.title ?? document.title.replace(/ · Cairn$/, '')
  const pin = pinnable
    ? [
        act('pin', t(isPinned(pinnable) ? 'palette.unpin' : 'palette.pin'), <Star />, () =>
          toggle(pinnable, title),
        ),
      ]
    : []
  const domains = flatten(tree).map(domain =>
    act(`domain ${domain.uuid}`, t('palette.inDomain', { name: domain.name }), <Layers />, () => {
      const id = domain.uuid === tree.uuid ? undefined : domain.uuid
      void navigate({ to: '.', search: (now: Record<string, string>) => ({ ...now, domain: id }) } as never)
    }),
  )
  return [
    ...last,
    ...pages,
    ...create,
    ...pin,
    ...(['light', 'dark', 'system'] as const).map(theme =>
      act(`theme ${theme}`, t('palette.themeTo', { theme: t(`nav.${theme}`) }), <SunMoon />, () =>
        setTheme(theme),
      ),
    ),
    ...Object.entries(LANGUAGES).map(([code, language]) =>
      act(`lang ${code}`, t('palette.languageTo', { language }), <SunMoon />, () =>
        setLanguage(code as Language),
      ),
    ),
    ...domains,
    ...CHOICES.map(choice =>
      act(
        `time ${choice}`,
        t('time.goTo', { choice: t(`time.choices.${choice}`).toLowerCase() }),
        <History />,
        () => goTo(asText(chosen(choice))),
      ),
    ),
    ...(mayStart ? [act('what-if', t('whatIf.start'), <FlaskConical />, () => startWhatIf())] : []),
    ...(draft
      ? [
          act(
            'what-if compare',
            t('whatIf.compareWith'),
            <GitCompareArrows />,
            () => void navigate({ to: `/${DRAFTS}/${draft}` }),
          ),
          act('what-if leave', t('whatIf.toPresent'), <FlaskConical />, () => enterDraft(undefined)),
        ]
      : []),
    ...(at ? [act('time now', t('time.backToNow'), <History />, () => goTo(undefined))] : []),
    { ...act('keys', t('keys.title'), <Keyboard />, () => {}), run: onKeys },
    act('profile', t('profile.title'), <UserRound />, () => void navigate({ to: '/profile' })),
    act(
      'tokens',
      t('tokens.title'),
      <UserRound />,
      () => void navigate({ to: '/profile', search: { tab: 'tokens' } } as never),
    ),
    act('sign-out', t('session.signOut'), <LogOut />, () => signOut.mutate()),
  ]
}
