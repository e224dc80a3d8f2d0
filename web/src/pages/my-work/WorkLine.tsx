/** One thing to do: what it is and why, when, and the buttons for it. */
import { Link } from '@tanstack/react-router'
import { AlarmClock, Check, Ellipsis, Undo2, UserRoundPen } from 'lucide-react'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { iconNamed } from '@/ui/icons'
import { type Items, Menu } from '@/ui/Menu'
import { Due } from '../due/Due'
import { keyOf } from './snooze'
import type { Work } from './work'

interface Props {
  item: Work
  current: boolean
  done: boolean
  /** Missing where it is not possible. */
  onComplete?: () => void
  onAssign?: () => void
  onUndo: () => void
  onPoint: () => void
  snoozes: Items
  snoozing: boolean
  onSnoozing: (open: boolean) => void
}

/** Where the line is short, buttons are icons: what is to be done is worth more room than how. */
const LABEL = 'max-2xl:sr-only'
const KEY =
  'rounded border border-line bg-bg px-1 font-sans text-ink-soft text-xs leading-4 max-2xl:hidden pointer-coarse:hidden'

export function WorkLine(props: Props) {
  const { item, current, done, onComplete, onAssign, onUndo, onPoint } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[item.resource]
  const Icon = iconNamed(resource?.icon)
  // An occurrence is called what it is: a task that is due.
  const kind = item.resource === 'task-nodes' || !resource ? undefined : labels.name(resource)
  const about = [kind, t(item.why), item.folder?.str].filter(Boolean).join(' · ')
  return (
    <li
      data-work={keyOf(item)}
      onFocus={onPoint}
      className={cn(
        'group/line relative -mx-2 flex min-h-12.5 items-center gap-3 rounded-md px-2 py-1',
        current ? 'hover:bg-hover md:bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {current && (
        <span aria-hidden className="absolute inset-y-1 left-0 w-0.75 rounded-full bg-accent max-md:hidden" />
      )}
      <span className="grid size-6 shrink-0 place-items-center max-sm:size-9">
        {done ? (
          <span className="grid size-4.5 place-items-center rounded-full bg-accent text-accent-ink">
            <Check size={12} strokeWidth={3} aria-hidden />
          </span>
        ) : (
          onComplete && (
            <button
              type="button"
              aria-label={t('myWork.completeIt', { name: item.name })}
              title={t('myWork.done')}
              onClick={onComplete}
              className="group/tick grid size-full place-items-center rounded-full"
            >
              <span className="grid size-4.5 place-items-center rounded-full border border-line-strong text-transparent group-hover/tick:border-accent group-hover/tick:text-accent-text">
                <Check size={12} strokeWidth={3} aria-hidden />
              </span>
            </button>
          )
        )}
      </span>
      <Icon size={16} aria-hidden className="shrink-0 text-ink-faint max-sm:hidden" />
      <Link
        to={to.item(item.resource, item.id)}
        data-line
        className="min-w-0 grow rounded-sm py-1"
        title={item.name}
      >
        <span
          className={cn(
            'block font-medium max-sm:line-clamp-2 sm:truncate',
            done && 'text-ink-soft line-through decoration-ink-faint',
          )}
        >
          {item.name}
        </span>
        {item.day && !done && (
          <span className="block sm:hidden">
            <Due day={item.day} what={t(item.why)} ends={item.ends} />
          </span>
        )}
        <span className="block text-ink-soft text-sm first-letter:uppercase max-sm:line-clamp-2 sm:truncate">
          {about}
        </span>
      </Link>
      {done ? (
        <Button look="quiet" size="sm" className="text-accent-text" onClick={onUndo}>
          <Undo2 size={14} aria-hidden />
          {t('common.undo')}
        </Button>
      ) : (
        <>
          {item.day && (
            <span className="shrink-0 max-sm:hidden">
              <Due day={item.day} what={t(item.why)} ends={item.ends} />
            </span>
          )}
          <Tools {...props} onComplete={onComplete} onAssign={onAssign} />
        </>
      )}
    </li>
  )
}

/** Buttons for the line that is pointed at; on a phone one menu has them all. */
function Tools({ current, item, onComplete, onAssign, snoozes, snoozing, onSnoozing }: Props) {
  const { t } = useTranslation()
  const tab = current ? 0 : -1
  const shown = cn(
    'flex shrink-0 items-center gap-1.5 max-md:hidden',
    !current && !snoozing && 'hidden group-focus-within/line:flex group-hover/line:flex',
  )
  return (
    <>
      <span className={shown}>
        {onComplete && (
          <Button size="sm" tabIndex={tab} title={t('myWork.done')} onClick={onComplete}>
            <Check size={14} aria-hidden className="2xl:hidden" />
            <span className={LABEL}>{t('myWork.done')}</span>
            <kbd aria-hidden className={KEY}>
              e
            </kbd>
          </Button>
        )}
        <Menu items={snoozes} open={snoozing} onOpenChange={onSnoozing}>
          <Button size="sm" tabIndex={tab} title={t('myWork.snooze')}>
            <AlarmClock size={14} aria-hidden />
            <span className={LABEL}>{t('myWork.snooze')}</span>
            <kbd aria-hidden className={KEY}>
              h
            </kbd>
          </Button>
        </Menu>
        {onAssign && (
          <Button
            size="sm"
            tabIndex={tab}
            icon={<UserRoundPen size={14} />}
            label={t('myWork.assignIt', { name: item.name })}
            onClick={onAssign}
          />
        )}
      </span>
      <span className="md:hidden">
        <Menu
          items={[
            onComplete && { label: t('myWork.done'), icon: <Check />, run: onComplete },
            { label: t('myWork.snooze'), icon: <AlarmClock />, items: snoozes.filter(one => !!one) },
            onAssign && { label: t('myWork.assign'), icon: <UserRoundPen />, run: onAssign },
          ]}
        >
          <Button
            look="quiet"
            className="size-11"
            icon={<Ellipsis size={18} />}
            label={t('myWork.actionsFor', { name: item.name })}
          />
        </Menu>
      </span>
    </>
  )
}
