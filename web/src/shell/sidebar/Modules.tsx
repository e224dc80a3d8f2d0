/** The modules, one of them open: that of the current page, until another is opened. */
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { type Group, groupAt, isAt, onlyEntry, useNavigation } from '../navigation'
import { useRemembered } from '../remembered'
import { line } from './look'
import { Section } from './Shortcuts'

export function Modules() {
  const { t } = useTranslation()
  const all = useNavigation()
  const model = useModel()
  const path = useLocation({ select: location => location.pathname })
  const { open, setOpen } = useRemembered()
  const modules = all.filter(group => !group.settings)
  const here = groupAt(modules, model, path)?.name
  // Going somewhere opens its module; what the person opens or closes stays until they go to another.
  const arrived = !!here && here !== open?.from
  useEffect(() => {
    if (arrived) setOpen(here, here)
  }, [arrived, here, setOpen])
  const shown = arrived ? here : (open?.module ?? modules[0]?.name)
  return (
    <Section title={t('nav.modules')}>
      {modules.map(group => (
        <ModuleLines
          key={group.name}
          group={group}
          path={path}
          open={shown === group.name}
          here={here === group.name}
          onToggle={() => setOpen(shown === group.name ? '' : group.name, here ?? open?.from ?? '')}
        />
      ))}
    </Section>
  )
}

interface Props {
  group: Group
  path: string
  open: boolean
  here: boolean
  onToggle: () => void
}

function ModuleLines({ group, path, open, here, onToggle }: Props) {
  const Icon = group.icon
  const only = onlyEntry(group)
  const face = (
    <>
      <Icon size={16} aria-hidden className={cn('shrink-0', here ? 'text-accent-text' : 'text-ink-soft')} />
      <span className="grow truncate">{group.label}</span>
    </>
  )
  if (only)
    return (
      <li>
        <Link to={only.to} aria-current={here ? 'page' : undefined} className={line(here, { strong: true })}>
          {face}
        </Link>
      </li>
    )
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className={line(here && !open, { strong: true })}
      >
        {face}
        <Chevron size={14} aria-hidden className="shrink-0 text-ink-faint" />
      </button>
      {open && (
        <ul className="my-0.5 ml-4 border-line border-l pl-2">
          {group.entries.map(entry => {
            const current = isAt(entry, path)
            return (
              <li key={entry.to}>
                <Link to={entry.to} aria-current={current ? 'page' : undefined} className={line(current)}>
                  <span className="truncate">{entry.label}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
