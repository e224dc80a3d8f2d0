/** Ctrl-K: recent pages, pages, commands, and every object that the person may see. */
import { CornerDownLeft, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useDomain } from '@/api/domains'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { useListbox } from '@/ui/useListbox'
import { useNavigation } from '../navigation'
import { dayNow, useRemembered, weight } from '../remembered'
import type { Entry } from './entry'
import { asked, toTry } from './kinds'
import { ranked } from './rank'
import { useCommands } from './useCommands'
import { useObjects } from './useObjects'

/** As many commands as are shown before objects that the words find. */
const COMMANDS = 12

interface Props {
  onClose: () => void
  onKeys: () => void
}

export default function Palette({ onClose, onKeys }: Props) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const typed = useDeferredValue(text.trim())
  const wanted = useMemo(
    () => asked(typed, Object.values(model.resources), labels),
    [typed, model.resources, labels],
  )
  const { words, kinds } = wanted
  const commands = useCommands(onClose, onKeys)
  const { uses } = useRemembered()
  const domain = useDomain()
  const [everywhere, setEverywhere] = useState(false)
  const objects = useObjects({ ...wanted, onClose, everywhere, onEverywhere: () => setEverywhere(true) })
  const entries = useMemo(() => {
    const day = dayNow()
    const use = (key: string) => weight(uses[key], day)
    if (kinds.length > 0) {
      const own = new Set(kinds.flatMap(kind => [`/${kind.path}`, `new ${kind.path}`]))
      const about = words ? ranked(commands, typed, use) : commands.filter(entry => own.has(entry.key))
      return [...objects.entries, ...about]
    }
    if (!words)
      return ranked(
        commands.filter(entry => entry.group !== 'actions'),
        '',
        use,
      )
    const fitting = ranked(commands, words, use)
    // Who types “new” wants to see all that can be made.
    const all = fitting.length > 0 && fitting.every(entry => entry.group === 'actions')
    const shown = all ? fitting : fitting.slice(0, COMMANDS)
    const there = new Set(shown.map(entry => entry.key.replace(/^recent .*\//, 'object ')))
    return [...shown, ...objects.entries.filter(entry => !there.has(entry.key))]
  }, [words, typed, kinds, commands, uses, objects.entries])
  // Pages and commands are found immediately; only if there are none does Enter mean an object.
  const found = entries.some(entry => entry.group !== 'objects')
  const isCurrent = typed === text.trim() && ((found && kinds.length === 0) || objects.isCurrent)
  const box = useListbox(entries.length, at => entries[at]?.run(), typed, isCurrent)
  return (
    <Dialog open onClose={onClose} title={t('palette.title')} bare side="top">
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search size={17} aria-hidden className="shrink-0 text-ink-faint" />
        <input
          {...box.input}
          ref={input}
          autoFocus
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={text}
          onChange={event => setText(event.target.value)}
          className="h-12 w-full bg-transparent text-lg outline-none"
        />
      </div>
      {!text && (
        <Prefixes
          onChoose={prefix => {
            setText(prefix)
            input.current?.focus()
          }}
        />
      )}
      <div {...box.list} aria-label={t('palette.title')} className="h-[min(24rem,60dvh)] overflow-y-auto p-2">
        {entries.map((entry, at) => (
          <div key={entry.key} role="presentation">
            {entries[at - 1]?.group !== entry.group && (
              <p role="presentation" className="px-2 pt-2 pb-1 font-medium text-ink-faint text-xs">
                {heading(entry)}
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
        {entries.length === 0 && isCurrent && (
          <p className="p-6 text-center text-ink-soft">{t('palette.nothing', { text: words || typed })}</p>
        )}
      </div>
      <p className="border-line border-t bg-bg px-4 py-2 text-ink-faint text-xs">{t('palette.hint')}</p>
    </Dialog>
  )

  function heading(entry: Entry): string {
    if (entry.group !== 'objects') return t(`palette.${entry.group}`)
    if (kinds.length > 0) return kinds.map(kind => labels.plural(kind)).join(', ')
    return domain && !everywhere ? t('palette.objectsIn', { domain: domain.name }) : t('palette.objects')
  }
}

/** How to look for one kind of record, with some to try. */
function Prefixes({ onChoose }: { onChoose: (prefix: string) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { uses } = useRemembered()
  const modules = useNavigation()
    .filter(group => !group.settings)
    .map(group => group.entries.flatMap(entry => (entry.resource?.search ? [entry.resource] : [])))
  const day = dayNow()
  const shown = toTry(modules, ({ path }) =>
    Object.entries(uses)
      .filter(([key]) => key === `/${path}` || key.startsWith(`/${path}/`) || key === `new ${path}`)
      .reduce((sum, [, use]) => sum + weight(use, day), 0),
  )
  if (shown.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-line border-b px-4 py-2 text-ink-soft text-sm">
      <span>{t('palette.prefixes')}</span>
      {shown.map(kind => {
        const prefix = `${labels.name(kind).toLowerCase()}:`
        return (
          <button
            key={kind.path}
            type="button"
            onClick={() => onChoose(`${prefix} `)}
            className="rounded border border-line bg-raised px-1.5 py-px text-ink-soft hover:border-line-strong hover:text-ink"
          >
            {prefix}
          </button>
        )
      })}
    </div>
  )
}
