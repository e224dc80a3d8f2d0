/**
 * The header of every page: breadcrumbs, title, actions. It also sets the tab's title, and records the
 * visit.
 */
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useFrame } from '@/ui/useFrame'
import { Neighbours } from './Neighbours'
import { PinButton } from './PinButton'
import { usePageTitle } from './title'
import { useVisit } from './useVisit'

/** Where a phone shows what the page lies under, in the bar over it. */
export const CRUMB_SLOT = 'crumb-slot'

export interface Crumb {
  label: string
  to?: string
}

interface Props {
  title: string
  crumbs?: Crumb[]
  /** A line under the title. */
  note?: ReactNode
  /** Right after the title, such as a status. */
  mark?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function PageHeader({ title, crumbs = [], note, mark, actions, children }: Props) {
  usePageTitle(title)
  useVisit(title)
  const narrow = useFrame() === 'narrow'
  return (
    <header className={cn('flex flex-col gap-3 px-5 pt-4 pb-3 lg:px-8', crumbs.length === 0 && 'lg:pt-6')}>
      {narrow && <UpperBar crumbs={crumbs} />}
      <div className="-mb-1 flex items-center justify-end gap-2 empty:hidden">
        {!narrow && <Crumbs crumbs={crumbs} />}
        <Neighbours />
      </div>
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-sm:flex-wrap">
        {/* On a phone a button or two stay beside the name, which wraps; more of them get a line of their own. */}
        <div className="min-w-0 grow text-balance break-words text-2xl max-sm:min-w-[58%] max-sm:basis-0">
          <h1 className="inline">{title}</h1>
          <PinButton title={title} />
          {mark && <span className="ml-2 inline-flex align-middle text-base">{mark}</span>}
        </div>
        {actions && (
          <div data-no-print className="flex items-center gap-2 max-sm:flex-wrap sm:shrink-0">
            {actions}
          </div>
        )}
      </div>
      {note && <div className="-mt-2 max-w-3xl text-pretty text-ink-soft">{note}</div>}
      {children}
    </header>
  )
}

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation()
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={t('nav.breadcrumbs')} className="mr-auto min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-ink-soft text-sm">
        {crumbs.map((crumb, at) => (
          <Fragment key={at}>
            {at > 0 && <ChevronRight size={13} aria-hidden className="shrink-0 text-ink-faint" />}
            <li className="min-w-0 max-w-60 truncate">
              {crumb.to ? (
                <Link
                  to={crumb.to}
                  className="block truncate rounded-sm leading-6 underline-offset-3 hover:text-ink hover:underline"
                >
                  {crumb.label}
                </Link>
              ) : (
                crumb.label
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}

/** A phone has room for the parent only, in the bar over the page. */
function UpperBar({ crumbs }: { crumbs: Crumb[] }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(CRUMB_SLOT)), [])
  return slot && createPortal(<Crumbs crumbs={crumbs.slice(-1)} />, slot)
}
