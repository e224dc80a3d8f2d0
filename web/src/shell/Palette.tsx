/** Ctrl-K: pages, what can be done, and every object that the person may see. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Box,
  CornerDownLeft,
  FileText,
  History,
  Layers,
  LogOut,
  Plus,
  Search,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { get } from '@/api/client'
import { flatten, useDomain, useDomains, useWithin } from '@/api/domains'
import { useModel } from '@/api/model'
import { useGoTo, useInstant } from '@/api/useInstant'
import { LANGUAGES, type Language } from '@/i18n'
import { useLabels } from '@/i18n/labels'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { useTheme } from '@/ui/theme'
import { useListbox } from '@/ui/useListbox'
import { useNavigation } from './navigation'
import { asText, CHOICES, chosen } from './time/instants'
import { useLanguage, useSignOut } from './UserMenu'

interface Hit {
  type: string
  id: string
  name: string
  ref_id: string
  folder: string
}

interface Entry {
  key: string
  group: string
  label: string
  note?: string
  icon: ReactNode
  run: () => void
}

const SHOWN = 30

export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const commands = useCommands(onClose)
  const domain = useDomain()
  const [everywhere, setEverywhere] = useState(false)
  const objects = useObjects(words, onClose, everywhere, () => setEverywhere(true))
  const entries = useMemo(() => {
    const parts = words.toLowerCase().split(/\s+/)
    // Within its group what is called just so comes first, then what begins so.
    const groups = [...new Set(commands.map(entry => entry.group))]
    const rank = ({ group, label }: Entry) =>
      groups.indexOf(group) * 3 +
      (label.toLowerCase() === words.toLowerCase()
        ? 0
        : label.toLowerCase().startsWith(words.toLowerCase())
          ? 1
          : 2)
    const fits = (entry: Entry) => parts.every(part => entry.label.toLowerCase().includes(part))
    const limited = words
      ? commands.filter(fits).sort((a, b) => rank(a) - rank(b))
      : commands.filter(entry => entry.group === 'pages')
    return [...limited.slice(0, words ? 8 : 40), ...objects.entries]
  }, [words, commands, objects.entries])
  // Pages and actions are found at once; only where there are none does Enter mean an object.
  const isCurrent = words === text.trim() && (entries.length > objects.entries.length || objects.isCurrent)
  const box = useListbox(entries.length, at => entries[at]?.run(), words, isCurrent)
  return (
    <Dialog open onClose={onClose} title={t('palette.title')} bare side="top">
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search size={17} aria-hidden className="shrink-0 text-ink-faint" />
        <input
          {...box.input}
          autoFocus
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={event => setText(event.target.value)}
          className="h-12 w-full bg-transparent text-lg outline-none"
        />
      </div>
      <div {...box.list} aria-label={t('palette.title')} className="h-[min(24rem,60dvh)] overflow-y-auto p-2">
        {entries.map((entry, at) => (
          <div key={entry.key} role="presentation">
            {entries[at - 1]?.group !== entry.group && (
              <p role="presentation" className="px-2 pt-2 pb-1 font-medium text-ink-faint text-xs">
                {entry.group === 'objects' && domain && !everywhere
                  ? t('palette.objectsIn', { domain: domain.name })
                  : t(`palette.${entry.group}`)}
              </p>
            )}
            <div
              {...box.option(at)}
              className={cn(
                'flex items-center gap-2.5 rounded-md px-2 py-1.5',
                at === box.active && 'bg-accent-soft',
              )}
            >
              <span className="text-ink-faint [&_svg]:size-4">{entry.icon}</span>
              <span className="min-w-0 grow truncate">{entry.label}</span>
              {entry.note && (
                <span className="max-w-44 shrink-0 truncate text-ink-soft text-sm">{entry.note}</span>
              )}
              {at === box.active && <CornerDownLeft size={14} aria-hidden className="text-ink-faint" />}
            </div>
          </div>
        ))}
        {entries.length === 0 && (
          <p className="p-6 text-center text-ink-soft">{t('palette.nothing', { text: words })}</p>
        )}
      </div>
      <p className="border-line border-t bg-bg px-4 py-2 text-ink-faint text-xs">{t('palette.hint')}</p>
    </Dialog>
  )
}

function useCommands(onClose: () => void): Entry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useModel()
  const labels = useLabels()
  const groups = useNavigation()
  const tree = useDomains()
  const [, setTheme] = useTheme()
  const [, setLanguage] = useLanguage()
  const signOut = useSignOut()
  const at = useInstant()
  const goTo = useGoTo()
  const go = (to: string) => {
    onClose()
    void navigate({ to })
  }
  const pages: Entry[] = groups.flatMap(group =>
    group.entries.map(entry => ({
      key: `page ${entry.to}`,
      group: 'pages',
      label: entry.label,
      note: group.label,
      icon: <FileText />,
      run: () => go(entry.to),
    })),
  )
  const create: Entry[] = Object.values(model.resources)
    .filter(resource => resource.listed && resource.permissions.add)
    .map(resource => ({
      key: `new ${resource.path}`,
      group: 'actions',
      label: t('palette.new', { name: labels.name(resource).toLowerCase() }),
      icon: <Plus />,
      run: () => go(`/${resource.path}/new`),
    }))
  const act = (key: string, label: string, icon: ReactNode, run: () => void): Entry => ({
    key,
    group: 'actions',
    label,
    icon,
    run: () => {
      onClose()
      run()
    },
  })
  const domains = flatten(tree).map(domain =>
    act(`domain ${domain.uuid}`, t('palette.inDomain', { name: domain.name }), <Layers />, () => {
      const id = domain.uuid === tree.uuid ? undefined : domain.uuid
      void navigate({ to: '.', search: (now: Record<string, string>) => ({ ...now, domain: id }) } as never)
    }),
  )
  return [
    ...pages,
    ...create,
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
    ...(at ? [act('time now', t('time.backToNow'), <History />, () => goTo(undefined))] : []),
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

const NO_OBJECTS = { entries: [] as Entry[], isCurrent: true }

function useObjects(
  words: string,
  onClose: () => void,
  everywhere: boolean,
  onEverywhere: () => void,
): { entries: Entry[]; isCurrent: boolean } {
  const { t } = useTranslation()
  const within = useWithin()
  const narrow = everywhere ? {} : within
  const navigate = useNavigate()
  const model = useModel()
  const labels = useLabels()
  const found = useQuery({
    queryKey: ['list', 'search', words, narrow],
    queryFn: ({ signal }) =>
      get<{ results: Hit[] }>('search/', { q: words, limit: SHOWN, ...narrow }, signal),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  if (words.length < 2) return NO_OBJECTS
  const isCurrent = !found.isPending && !found.isPlaceholderData
  const entries = (found.data?.results ?? []).flatMap((hit): Entry[] => {
    const resource = model.resources[hit.type]
    if (!resource) return []
    const entry = {
      key: `object ${hit.id}`,
      group: 'objects',
      label: [hit.ref_id, hit.name].filter(Boolean).join(' · '),
      note: [labels.name(resource), hit.folder].filter(Boolean).join(' · '),
      icon: <Box />,
      run: () => {
        onClose()
        void navigate({ to: `/${hit.type}/${hit.id}` })
      },
    }
    return [entry]
  })
  if (!narrow.within) return { entries, isCurrent }
  const label = t('palette.elsewhere')
  const widen = { key: 'everywhere', group: 'objects', label, icon: <Layers />, run: onEverywhere }
  return { entries: [...entries, widen], isCurrent }
}
